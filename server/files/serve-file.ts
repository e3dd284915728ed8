import { Readable } from 'node:stream'
import { notFound } from '../errors.ts'
import { isHeld } from '../http/etag.ts'
import { rangeOf } from '../http/range.ts'
import type { ContentStore } from './content-store.ts'

/**
 * Serves a stored file by its name `<sha256>.<ending>`: cached for ever, whole or by one range, to any page, with the type
 * of its content. Throws `NOT_FOUND`.
 */
export async function serveFile(store: ContentStore, name: string, request: Request): Promise<Response> {
  const file = await store.find(name)
  if (!file) throw notFound('The file')
  const etag = `"${file.sha256}"`
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `${file.type.startsWith('image/') && !name.endsWith('.psd') ? 'inline' : 'attachment'}; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': file.type,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  })
  if (isHeld(request, etag)) return new Response(null, { status: 304, headers })

  const range = rangeOf(request, etag, file.bytes)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.bytes}`)
    headers.delete('cache-control')
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`)
  const stream =
    request.method === 'HEAD' ? null : (Readable.toWeb(await store.stream(file, start, end)) as ReadableStream)
  return new Response(stream, { status: range ? 206 : 200, headers })
}
