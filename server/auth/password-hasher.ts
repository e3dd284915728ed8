import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost parameters of scrypt; `ln` is the binary logarithm of N. */
export interface ScryptCost {
  ln: number
  r: number
  p: number
}

/** One of the equivalent settings in OWASP's Password Storage Cheat Sheet: 16 MiB per hash in progress. */
export const OWASP_COST: ScryptCost = { ln: 14, r: 8, p: 5 }

/** Maximum number of concurrent hashes: leaves the thread pool's other threads free for file access. */
const HASH_CONCURRENCY = 2

const KEY_BYTES = 32
const HASH_PATTERN = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/** Hashes and verifies passwords outside the event loop. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Takes the same time with and without a hash, so that the time does not reveal whether the account exists. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
  isOutdated(hash: string): boolean
}

export function createPasswordHasher(cost: ScryptCost = OWASP_COST, deriveKey = scryptAsync): PasswordHasher {
  const queue = createLimiter(HASH_CONCURRENCY)
  const derive = (password: string, salt: Buffer, { ln, r, p }: ScryptCost, length = KEY_BYTES) =>
    queue(() => deriveKey(password.normalize('NFKC'), salt, length, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }))
  const decoyHash = { cost, salt: randomBytes(16), key: randomBytes(KEY_BYTES) }

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, cost)
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    async verify(password, hash) {
      const stored = (hash && parseHash(hash)) || decoyHash
      const key = await derive(password, stored.salt, stored.cost, stored.key.length)
      return timingSafeEqual(key, stored.key) && stored !== decoyHash
    },
    isOutdated(hash) {
      const storedCost = parseHash(hash)?.cost
      return !storedCost || storedCost.ln !== cost.ln || storedCost.r !== cost.r || storedCost.p !== cost.p
    },
  }
}

let commonPasswords: Promise<Set<string>> | undefined

/** Returns whether a password is among the commonest (about 49,000, case-insensitive). */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords()
  return (await commonPasswords).has(password.toLowerCase())
}

/** Loads the list (half a megabyte) when the first password is set, because most processes never need the list. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

function parseHash(hash: string) {
  const [, ln, r, p, salt, key] = HASH_PATTERN.exec(hash) ?? []
  if (!salt || !key) return undefined
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

const scryptAsync = (password: string, salt: Buffer, length: number, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key))),
  )

function createLimiter(maxConcurrent: number) {
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (maxConcurrent > 0) maxConcurrent--
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else maxConcurrent++
    }
  }
}
