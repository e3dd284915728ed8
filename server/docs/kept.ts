import { createHash } from 'node:crypto'

/** Gives one answer again and again, with an `ETag`, and 304 to a caller who has it. */
export function kept(answer: Response): (request: Request) => Promise<Response> {
  const made = answer.arrayBuffer().then((body) => {
    const etag = `"${createHash('sha256').update(new Uint8Array(body)).digest('base64url').slice(0, 22)}"`
    const headers = new Headers(answer.headers)
    headers.set('etag', etag)
    return { body, etag, headers }
  })
  return async (request) => {
    const { body, etag, headers } = await made
    const asked = request.headers.get('if-none-match')?.split(',') ?? []
    const has = asked.some((tag) => tag.trim().replace(/^W\//, '') === etag)
    return has ? new Response(null, { status: 304, headers }) : new Response(body, { headers })
  }
}
