import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encryption key derived from `KEYS_SECRET` (RFC 5869). */
const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'atelier signing keys', 32))

/** Encrypts a private key (AES-256-GCM). The result cannot be decrypted with another `kid`, so rows cannot be swapped. */
export function sealKey(secret: string, kid: string, d: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce).setAAD(Buffer.from(kid))
  const text = Buffer.concat([cipher.update(d), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts the result of {@link sealKey}. Returns undefined for another secret or `kid`. */
export function unsealKey(secret: string, kid: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), bytes.subarray(0, NONCE_BYTES), options)
    decipher.setAAD(Buffer.from(kid)).setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
