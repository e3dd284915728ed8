/** Keys whose values are never kept, and keys that end so. */
const SECRET_KEY = /(token|password|code|verificationid|secret|authorization|cookie)$/i

/** What is known as a secret wherever it stands in a text: tokens of sessions and of the API, keys of webhooks, in addresses. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const SHAPES = /\batl_\w{20,}|\bwhsec_[\w+/=-]{8,}|\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/g
const ADDRESS = /([?&#;]\w*(?:token|code|verificationid|secret|password)=)([^&\s"'#]+)/gi
const E_MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

const DEEPEST = 6
const LONGEST = 2000
const MOST = 200

/** A value as plain data: what is masked is in no part of it. */
export type Masked = null | boolean | number | string | readonly Masked[] | { readonly [key: string]: Masked }

/** Makes plain, masked copies of values; the same object gives the same copy, the same secret the same mark. */
export interface Masker {
  copy: (value: unknown, secretKeys?: readonly string[]) => Masked
  /** How many secrets were met so far. */
  count: () => number
}

/** Makes a masker with marks of its own: it keeps no secret, but what cannot be turned back into one. */
export function createMasker(): Masker {
  const salt = crypto.getRandomValues(new Uint32Array(2))
  const marks = new Map<string, string>()
  const copies = new WeakMap<object, Masked>()
  let count = 0
  let cuts = 0

  const mark = (secret: string): string => {
    count += 1
    const key = digest(secret, salt)
    const known = marks.get(key) ?? `•${marks.size + 1}`
    marks.set(key, known)
    return known
  }
  const isMark = (text: string) => /^•\d+$/.test(text)
  const maskText = (text: string): string => {
    if (text.length > LONGEST * 4) return `${maskText(text.slice(0, LONGEST))}… (${text.length})`
    // Most texts have neither: what is quick to see is seen first.
    const masked = /eyJ|atl_|whsec_|Bearer|Basic|=/.test(text)
      ? text
          .replace(JWT, (token) => standIn(token, mark))
          .replace(SHAPES, mark)
          .replace(ADDRESS, (_, key: string, secret: string) => `${key}${isMark(secret) ? secret : mark(secret)}`)
      : text
    return masked.length > LONGEST ? `${masked.slice(0, LONGEST)}… (${masked.length})` : masked
  }
  /** What stands under a secret's key: every leaf of it. */
  const hide = (value: unknown, depth: number): Masked => {
    if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
    if (typeof value === 'string') {
      if (value === '' || isMark(value) || isStandIn(value)) return value
      return new RegExp(`^${JWT.source}$`).test(value) ? standIn(value, mark) : mark(value)
    }
    if (typeof value === 'number' || typeof value === 'bigint') return mark(String(value))
    if (typeof value !== 'object' || depth > DEEPEST) return '•'
    if (Array.isArray(value)) return value.slice(0, MOST).map((item) => hide(item, depth + 1))
    if (!isPlain(value)) return '•'
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hide(item, depth + 1)]))
  }
  const copy = (value: unknown, keys: readonly string[], depth: number): Masked => {
    if (typeof value === 'string') return maskText(value)
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (typeof value !== 'object') return typeof value === 'function' ? 'ƒ' : String(value)
    const known = copies.get(value)
    if (known !== undefined) return known
    if (depth > DEEPEST) {
      cuts += 1
      return '…'
    }
    const before = cuts
    const made = copyObject(value, keys, depth)
    // One that was cut here may be whole where it stands higher.
    if (cuts === before) copies.set(value, made)
    return made
  }
  const copyObject = (value: object, keys: readonly string[], depth: number): Masked => {
    if (Array.isArray(value)) {
      const items = value.slice(0, MOST).map((item) => copy(item, keys, depth + 1))
      return value.length > MOST ? [...items, `… (${value.length})`] : items
    }
    if (value instanceof Error) return copyError(value, keys, depth)
    if (value instanceof Set || value instanceof Map) {
      return { [value.constructor.name]: copy([...value], keys, depth + 1) }
    }
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
    if (!isPlain(value)) return wordsFor(value)
    const isSecret = (key: string) => SECRET_KEY.test(key) || keys.includes(key)
    // A change of a field names the field beside its value.
    const named = ['key', 'name', 'field'].some((at) => isSecret(String((value as Record<string, unknown>)[at] ?? '')))
    const copied: Record<string, Masked> = {}
    for (const [key, item] of Object.entries(value).slice(0, MOST)) {
      if (item === undefined) continue
      copied[key] = isSecret(key) || (named && key === 'value') ? hide(item, depth + 1) : copy(item, keys, depth + 1)
    }
    return copied
  }
  const copyError = (error: Error, keys: readonly string[], depth: number): Masked => {
    const { code, ...facts } = { ...error } as Record<string, unknown>
    const told = { error: error.name, message: maskText(error.message), ...(code === undefined ? {} : { code }) }
    const rest = copy(facts, keys, depth + 1) as Record<string, Masked>
    // The code of an error is a name of ours; anything else under that word is not kept.
    const isName = typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)
    return { ...rest, ...told, ...(code === undefined ? {} : { code: isName ? code : hide(code, depth) }) } as Masked
  }
  return { copy: (value, keys = []) => copy(value, keys, 0), count: () => count }
}

/** The text without the addresses of people. */
export const withoutMail = (text: string): string => text.replace(E_MAIL, '•@•')

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What stands for a file in a copy: its kind, its bytes, its type. */
export const FILE = /^(File|Blob) \((\d{1,12})(?:, ([\w.+/-]+))?\)$/

/** Files, nodes and instances are not looked into: what they are is enough. */
function wordsFor(value: object): string {
  if (typeof Blob !== 'undefined' && value instanceof Blob) {
    // Guards ask for its type.
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(value.type) ? `, ${value.type}` : ''
    return `${value.constructor.name} (${value.size}${type})`
  }
  if ('sessionId' in value && 'send' in value) return `actor ${String((value as { id?: unknown }).id)}`
  if ('nodeName' in value) return `<${String(value.nodeName).toLowerCase()}>`
  return `${value.constructor?.name || 'object'} {}`
}

const isStandIn = (text: string) => text.startsWith('eyJhbGciOiJub25lIn0.') && text.endsWith('.')

/** An unsigned token with the dates of another and its mark: guards that read dates go the same way with it. */
function standIn(token: string, mark: (secret: string) => string): string {
  const facts: Record<string, unknown> = { mark: mark(token) }
  try {
    const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
      string,
      unknown
    >
    for (const key of ['iat', 'nbf', 'exp']) if (typeof claims[key] === 'number') facts[key] = claims[key]
    if (claims['ability'] !== undefined) facts['ability'] = []
    if (claims['anonymous'] === true) facts['anonymous'] = true
  } catch {
    // Only its shape is a token's.
  }
  const text = unescape(encodeURIComponent(JSON.stringify(facts)))
  return `eyJhbGciOiJub25lIn0.${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.`
}

/** 64 bits that tell texts apart and cannot be turned back without the salt, which is kept nowhere. */
function digest(text: string, salt: Uint32Array): string {
  let [one, other] = [salt[0]!, salt[1]!]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 2654435761)
    other = Math.imul(other ^ unit, 1597334677)
    one ^= other >>> 13
  }
  return `${one >>> 0}.${other >>> 0}.${text.length}`
}
