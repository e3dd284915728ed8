import { Readable } from 'node:stream'
import { notFound } from '../errors.ts'
import { isHeld } from '../http/etag.ts'
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

  const range = isCurrent(request.headers.get('if-range'), etag)
    ? readRange(request.headers.get('range'), file.bytes)
    : undefined
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

const isCurrent = (ifRange: string | null, etag: string) => ifRange === null || ifRange === etag

/** One range as first and last byte; undefined for none, several or nonsense, where the whole file is the answer. */
function readRange(header: string | null, bytes: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const last = Math.min(Number(to), bytes)
    return last === 0 ? 'unsatisfiable' : { start: bytes - last, end: bytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= bytes ? 'unsatisfiable' : { start, end }
}
