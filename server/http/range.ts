/** First and last byte position of a requested range. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Returns the single range that a request specifies (RFC 9110, 14). Returns undefined if the whole response must be sent: without
 * a range, with several ranges or an invalid one, or if `If-Range` names another version.
 */
export function parseRequestedRange(
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
