import { createHash } from 'node:crypto'

/** Returns the fingerprint of some content for an `ETag`: the first 132 bits of its SHA-256. */
export const computeETagFingerprint = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** Returns whether `If-None-Match` contains the tag (RFC 9110, 13.1.2). Accepts weak tags, which compressing proxies produce. */
export function isNotModified({ headers }: Pick<Request, 'headers'>, etag: string): boolean {
  const tags = headers.get('if-none-match')?.split(',') ?? []
  return tags.some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
