import { createHash } from 'node:crypto'

/** What tells one content from another: the first 132 bits of its SHA-256, as they stand in an `ETag`. */
export const fingerprintOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** Whether a caller says with `If-None-Match` that they have it (RFC 9110, 13.1.2); a proxy that packs makes tags weak. */
export function isHeld({ headers }: Pick<Request, 'headers'>, etag: string): boolean {
  const held = headers.get('if-none-match')?.split(',') ?? []
  return held.some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
