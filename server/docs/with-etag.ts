import { computeETagFingerprint, isNotModified } from '../http/etag.ts'

/** Returns a handler that repeats one response with an `ETag`, and responds 304 to a matching `If-None-Match`. */
export function withETag(response: Response): (request: Request) => Promise<Response> {
  const buffered = response.arrayBuffer().then((body) => {
    const etag = `"${computeETagFingerprint(new Uint8Array(body))}"`
    const headers = new Headers(response.headers)
    headers.set('etag', etag)
    return { body, etag, headers }
  })
  return async (request) => {
    const { body, etag, headers } = await buffered
    return isNotModified(request, etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
  }
}
