/** A key that nobody makes twice: 128 random bits in hex. `crypto.randomUUID` is missing from pages that came without TLS. */
export const uniqueKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
