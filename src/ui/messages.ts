import { formatNumber } from './format-number.ts'
import type { Language } from './language.ts'
import type { KeyOfTable, MessageKey } from './message-key.ts'

/** Values of a message's `{name}` placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>

/** Returns the message of a key. A function for more keys is assignable to one for fewer keys, but not vice versa. */
export type Translate<Key extends string = MessageKey> = (key: Key, params?: MessageParams) => string

/**
 * Returns the message of a key whose last segment comes from the server. Undefined for an unknown key, because the server may be
 * newer than the app. A `start` with which no key begins does not compile.
 */
export function translateIfKnown<Key extends string, Start extends string>(
  translate: Translate<Key>,
  start: Start & ([Extract<Key, `${Start}${string}`>] extends [never] ? never : unknown),
  end: string,
): string | undefined {
  const key = `${start}${end}`
  const text = translate(key as Key)
  return text === key ? undefined : text
}

export type Messages = Readonly<Record<string, string>>

/** Messages of one part of the app. Each language is loaded separately. */
export type MessageCatalog = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>

export type CatalogKey<Catalog extends MessageCatalog> = Catalog extends MessageCatalog
  ? KeyOfTable<Awaited<ReturnType<Catalog['en']>>['messages']>
  : never

export interface Translator {
  translate: Translate
  /** Loads the messages of the catalogs. Rejects if loading fails. */
  loadMessages: (...catalogs: readonly MessageCatalog[]) => Promise<void>
  /** Loads a catalog. Returns undefined once the catalog is loaded, and the same promise for each call until then. */
  pendingMessages: (catalog: MessageCatalog) => Promise<void> | undefined
}

/**
 * Creates the message functions of a language. No messages are loaded at first, so that each page loads only the catalogs it
 * shows.
 */
export function createTranslator(language: Language): Translator {
  const messages: Record<string, string> = {}
  const loaded = new Set<MessageCatalog>()
  const pending = new Map<MessageCatalog, Promise<void>>()
  const load = async (catalog: MessageCatalog) => {
    try {
      Object.assign(messages, (await catalog[language]()).messages)
      loaded.add(catalog)
    } finally {
      pending.delete(catalog)
    }
  }
  const pendingMessages = (catalog: MessageCatalog) => {
    // Returns undefined synchronously, because a list calls this on each change of its URL, and views on each render.
    if (loaded.has(catalog)) return undefined
    const promise = pending.get(catalog) ?? load(catalog)
    pending.set(catalog, promise)
    return promise
  }
  return {
    translate: createTranslateFunction(language, messages),
    loadMessages: async (...catalogs) => void (await Promise.all(catalogs.map(pendingMessages))),
    pendingMessages,
  }
}

/**
 * Creates the translate function of a language. If parameter `n` is 1, uses the key with the suffix `.one`, if there is one.
 * Returns an unknown key itself.
 */
export const createTranslateFunction =
  (language: Language, messages: Messages): Translate =>
  (key, params = {}) => {
    const singular = params['n'] === 1 ? messages[`${key}.one`] : undefined
    const message = singular ?? (Object.hasOwn(messages, key) ? messages[key] : undefined) ?? key
    return message.replace(/\{(\w+)\}/g, (match, name: string) => {
      const value = params[name]
      if (value === undefined) return match
      return typeof value === 'number' ? formatNumber(value, language) : value
    })
  }
