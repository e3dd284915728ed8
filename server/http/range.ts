/** What part of an answer is asked for, as first and last byte. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The one range that a request asks for of what has this mark and length (RFC 9110, 14); undefined where the answer is the
 * whole: for none, several, nonsense, or where `If-Range` names another content.
 */
export function rangeOf(
  { headers }: Pick<Request, 'headers'>,
  etag: string,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const ifRange = headers.get('if-range')
  return ifRange === null || ifRange === etag ? readRange(headers.get('range'), bytes) : undefined
}

function readRange(header: string | null, bytes: number): ByteRange | 'unsatisfiable' | undefined {
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
