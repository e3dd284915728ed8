/** Suffixes of keys whose values are masked. The ids belong to mailed links and code requests, which grant access. */
const SECRET_KEY = /(token|password|code|verificationid|resetid|requestid|secret|authorization|cookie)$/i

/** Patterns of secrets in texts: session and API tokens, webhook secrets, credentials in addresses. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const SECRET_PATTERNS = /\batl_\w{20,}|\bwhsec_[\w+/=-]{8,}|\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/g
const URL_SECRET = /([?&#;]\w*(?:token|code|id|secret|password)=)([^&\s"'#]+)/gi
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

const MAX_DEPTH = 6
const MAX_TEXT_LENGTH = 2000
const MAX_ITEMS = 200

/** A value as plain data with all secrets masked. */
export type MaskedValue =
  | null
  | boolean
  | number
  | string
  | readonly MaskedValue[]
  | { readonly [key: string]: MaskedValue }

/** Creates plain, masked copies of values. The same object gives the same copy; the same secret gets the same mark. */
export interface Masker {
  copy: (value: unknown, secretKeys?: readonly string[]) => MaskedValue
  /** Returns the number of secrets masked so far. */
  count: () => number
}

/**
 * Creates a masker, which replaces each secret with a numbered mark (•1, •2). Stores only digests of secrets, never the secrets.
 */
export function createMasker(): Masker {
  const salt = crypto.getRandomValues(new Uint32Array(2))
  const marks = new Map<string, string>()
  const copies = new WeakMap<object, MaskedValue>()
  let count = 0
  let truncations = 0

  const mark = (secret: string): string => {
    count += 1
    const key = digest(secret, salt)
    const existing = marks.get(key) ?? `•${marks.size + 1}`
    marks.set(key, existing)
    return existing
  }
  const isMark = (text: string) => /^•\d+$/.test(text)
  const maskText = (text: string): string => {
    if (text.length > MAX_TEXT_LENGTH * 4) return `${maskText(text.slice(0, MAX_TEXT_LENGTH))}… (${text.length})`
    // Cheap check first, because most texts contain no secret.
    const masked = /eyJ|atl_|whsec_|Bearer|Basic|=/.test(text)
      ? text
          .replace(JWT, (token) => maskToken(token, mark))
          .replace(SECRET_PATTERNS, mark)
          .replace(URL_SECRET, (_, key: string, secret: string) => `${key}${isMark(secret) ? secret : mark(secret)}`)
      : text
    return masked.length > MAX_TEXT_LENGTH ? `${masked.slice(0, MAX_TEXT_LENGTH)}… (${masked.length})` : masked
  }
  /** Masks every leaf of the value of a secret key. */
  const maskLeaves = (value: unknown, depth: number): MaskedValue => {
    if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
    if (typeof value === 'string') {
      if (value === '' || isMark(value) || isMaskedToken(value)) return value
      return new RegExp(`^${JWT.source}$`).test(value) ? maskToken(value, mark) : mark(value)
    }
    if (typeof value === 'number' || typeof value === 'bigint') return mark(String(value))
    if (typeof value !== 'object' || depth > MAX_DEPTH) return '•'
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => maskLeaves(item, depth + 1))
    if (!isPlainObject(value)) return '•'
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskLeaves(item, depth + 1)]))
  }
  const copy = (value: unknown, keys: readonly string[], depth: number): MaskedValue => {
    if (typeof value === 'string') return maskText(value)
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (typeof value !== 'object') return typeof value === 'function' ? 'ƒ' : String(value)
    const cached = copies.get(value)
    if (cached !== undefined) return cached
    if (depth > MAX_DEPTH) {
      truncations += 1
      return '…'
    }
    const truncationsBefore = truncations
    const result = copyObject(value, keys, depth)
    // An object truncated at this depth may be complete at a smaller depth, so this copy is not cached.
    if (truncations === truncationsBefore) copies.set(value, result)
    return result
  }
  const copyObject = (value: object, keys: readonly string[], depth: number): MaskedValue => {
    if (Array.isArray(value)) {
      const items = value.slice(0, MAX_ITEMS).map((item) => copy(item, keys, depth + 1))
      return value.length > MAX_ITEMS ? [...items, `… (${value.length})`] : items
    }
    if (value instanceof Error) return copyError(value, keys, depth)
    if (value instanceof Set || value instanceof Map) {
      return { [value.constructor.name]: copy([...value], keys, depth + 1) }
    }
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
    if (!isPlainObject(value)) return describeInstance(value)
    const isSecret = (key: string) => SECRET_KEY.test(key) || keys.includes(key)
    // A form's change event carries the field's name next to its value.
    const isNamedSecret = ['key', 'name', 'field'].some((field) =>
      isSecret(String((value as Record<string, unknown>)[field] ?? '')),
    )
    const copied: Record<string, MaskedValue> = {}
    for (const [key, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
      if (item === undefined) continue
      copied[key] =
        isSecret(key) || (isNamedSecret && key === 'value') ? maskLeaves(item, depth + 1) : copy(item, keys, depth + 1)
    }
    return copied
  }
  const copyError = (error: Error, keys: readonly string[], depth: number): MaskedValue => {
    const { code, ...properties } = { ...error } as Record<string, unknown>
    const described = { error: error.name, message: maskText(error.message), ...(code === undefined ? {} : { code }) }
    const rest = copy(properties, keys, depth + 1) as Record<string, MaskedValue>
    // Our error codes are upper-case names; any other value of `code` is masked.
    const isErrorCode = typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)
    return {
      ...rest,
      ...described,
      ...(code === undefined ? {} : { code: isErrorCode ? code : maskLeaves(code, depth) }),
    } as MaskedValue
  }
  return { copy: (value, keys = []) => copy(value, keys, 0), count: () => count }
}

export const maskEmails = (text: string): string => text.replace(EMAIL, '•@•')

const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Placeholder for a file in a copy: its kind, size in bytes, and type. */
export const FILE_PLACEHOLDER_PATTERN = /^(File|Blob) \((\d{1,12})(?:, ([\w.+/-]+))?\)$/

/** Describes files, DOM nodes and class instances without reading their content. */
function describeInstance(value: object): string {
  if (typeof Blob !== 'undefined' && value instanceof Blob) {
    // The placeholder contains the type, because guards check it.
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(value.type) ? `, ${value.type}` : ''
    return `${value.constructor.name} (${value.size}${type})`
  }
  if ('sessionId' in value && 'send' in value) return `actor ${String((value as { id?: unknown }).id)}`
  if ('nodeName' in value) return `<${String(value.nodeName).toLowerCase()}>`
  return `${value.constructor?.name || 'object'} {}`
}

const isMaskedToken = (text: string) => text.startsWith('eyJhbGciOiJub25lIn0.') && text.endsWith('.')

/**
 * Returns an unsigned token with the mark and the dates of the original token, so that guards that read dates behave the same.
 */
function maskToken(token: string, mark: (secret: string) => string): string {
  const maskedClaims: Record<string, unknown> = { mark: mark(token) }
  try {
    const claims = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
      string,
      unknown
    >
    for (const key of ['iat', 'nbf', 'exp']) if (typeof claims[key] === 'number') maskedClaims[key] = claims[key]
    if (claims['ability'] !== undefined) maskedClaims['ability'] = []
    if (claims['anonymous'] === true) maskedClaims['anonymous'] = true
  } catch {
    // The text only looks like a token.
  }
  const text = unescape(encodeURIComponent(JSON.stringify(maskedClaims)))
  return `eyJhbGciOiJub25lIn0.${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.`
}

/** Computes a 64-bit digest that distinguishes texts and cannot be reversed without the salt, which is never stored. */
function digest(text: string, salt: Uint32Array): string {
  let [h1, h2] = [salt[0]!, salt[1]!]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    h1 = Math.imul(h1 ^ unit, 2654435761)
    h2 = Math.imul(h2 ^ unit, 1597334677)
    h1 ^= h2 >>> 13
  }
  return `${h1 >>> 0}.${h2 >>> 0}.${text.length}`
}
