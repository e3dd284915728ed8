import { createHash } from 'node:crypto'

/** Returns the fingerprint of some content for an `ETag`: the first 132 bits of its SHA-256. */
export const computeETagFingerprint = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** Returns whether `If-None-Match` contains the tag (RFC 9110, 13.1.2). Accepts weak tags, which compressing proxies produce. */
export function isNotModified({ headers }: Pick<Request, 'headers'>, etag: string): boolean {
  const tags = headers.get('if-none-match')?.split(',') ?? []
  return tags.some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}

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
