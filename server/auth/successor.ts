import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as v from 'valibot'

/** What a refresh token is traded for. */
const Pair = v.object({ token: v.string(), refreshToken: v.string() })
export type Pair = v.InferOutput<typeof Pair>

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a token is good for besides being presented: the key that its successor is kept under (RFC 5869). */
const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'atelier refresh token successor', 32))

/** The stored form of a pair (AES-256-GCM): only who holds the token it was traded for can read it. */
export function seal(token: string, pair: Pair): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(pair)), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Reads what {@link seal} wrote; undefined for anything else, or where another token sealed it. */
export function unseal(token: string, sealed: string | null | undefined): Pair | undefined {
  if (!sealed) return undefined
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, NONCE_BYTES), options)
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    return v.parse(Pair, JSON.parse(text.toString()))
  } catch {
    return undefined
  }
}
