import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt's work: `ln` is the binary logarithm of N. */
export interface Cost {
  ln: number
  r: number
  p: number
}

/** One of the settings OWASP's Password Storage Cheat Sheet gives as equal: 16 MiB for each password at work. */
export const OWASP_COST: Cost = { ln: 14, r: 8, p: 5 }

/** How many passwords are worked on at a time: the pool's other threads stay free for files. */
const AT_A_TIME = 2

const KEY_BYTES = 32
const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/** Hashes and checks passwords, off the event loop. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long when there is no hash (an unknown account) as when there is one. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
  /** Whether a hash was made with less or other work than is asked for today. */
  isOutdated(hash: string): boolean
}

export function createPasswords(cost: Cost = OWASP_COST): Passwords {
  const queue = createGate(AT_A_TIME)
  const derive = (password: string, salt: Buffer, { ln, r, p }: Cost, length = KEY_BYTES) =>
    queue(() => scryptAsync(password.normalize('NFKC'), salt, length, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }))
  const nobody = { cost, salt: randomBytes(16), key: randomBytes(KEY_BYTES) }

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, cost)
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    async verify(password, hash) {
      const kept = (hash && parse(hash)) || nobody
      const key = await derive(password, kept.salt, kept.cost, kept.key.length)
      return timingSafeEqual(key, kept.key) && kept !== nobody
    },
    isOutdated(hash) {
      const kept = parse(hash)?.cost
      return !kept || kept.ln !== cost.ln || kept.r !== cost.r || kept.p !== cost.p
    },
  }
}

let commonest: Promise<Set<string>> | undefined

/** Whether a password is among the commonest (about 49,000, without regard to case). */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonest ??= readCommonest()
  return (await commonest).has(password.toLowerCase())
}

/** Read at the first sign-up: the list is half a megabyte that most starts do without. */
async function readCommonest(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

function parse(hash: string) {
  const [, ln, r, p, salt, key] = FORM.exec(hash) ?? []
  if (!salt || !key) return undefined
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

const scryptAsync = (password: string, salt: Buffer, length: number, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, length, options, (fault, key) => (fault ? reject(fault) : resolve(key))),
  )

/** Lets so many run at a time; the others wait in order. */
function createGate(places: number) {
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (places > 0) places--
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else places++
    }
  }
}
