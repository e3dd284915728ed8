import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as v from 'valibot'

const TokenPair = v.object({ token: v.string(), refreshToken: v.string() })
export type SessionTokens = v.InferOutput<typeof TokenPair>

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives the key that encrypts a token's successor from the token itself (RFC 5869). */
const deriveKey = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'atelier refresh token successor', 32))

/** Encrypts a pair for storage (AES-256-GCM). Decryption needs `token`, which was exchanged for the pair. */
export function sealTokenPair(token: string, pair: SessionTokens): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(token), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(pair)), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts the result of {@link sealTokenPair}. Returns undefined for anything else, or for another token. */
export function unsealTokenPair(token: string, sealed: string | null | undefined): SessionTokens | undefined {
  if (!sealed) return undefined
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(token), bytes.subarray(0, NONCE_BYTES), options)
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    return v.parse(TokenPair, JSON.parse(text.toString()))
  } catch {
    return undefined
  }
}
