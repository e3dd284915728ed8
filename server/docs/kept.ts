import { fingerprintOf, isHeld } from '../http/etag.ts'

/** Gives one answer again and again, with an `ETag`, and 304 to a caller who has it. */
export function kept(answer: Response): (request: Request) => Promise<Response> {
  const made = answer.arrayBuffer().then((body) => {
    const etag = `"${fingerprintOf(new Uint8Array(body))}"`
    const headers = new Headers(answer.headers)
    headers.set('etag', etag)
    return { body, etag, headers }
  })
  return async (request) => {
    const { body, etag, headers } = await made
    return isHeld(request, etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
  }
}
