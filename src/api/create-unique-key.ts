/** Returns a unique key: 128 random bits in hex. `crypto.randomUUID` is missing on pages without TLS. */
export const createUniqueKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
