import { formatNumber } from './format-number.ts'
import type { Language } from './language.ts'
import type { KeyOfTable, MessageKey } from './message-key.ts'

/** Values of a message's `{name}` placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>

/**
 * Returns the message of a key. A function for more keys can be passed where one for fewer is needed, but not the other way
 * round.
 */
export type Translate<Key extends string = MessageKey> = (key: Key, params?: MessageParams) => string

/**
 * Returns the message of a key whose end comes from the server, which may be newer than the app. Undefined if there is no such
 * message. A `start` that no key begins with does not compile.
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

/** Messages by key. */
export type Messages = Readonly<Record<string, string>>

/** Messages of one part of the app, loaded per language. */
export type MessageCatalog = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>

/** Message keys of a catalog. */
export type CatalogKey<Catalog extends MessageCatalog> = Catalog extends MessageCatalog
  ? KeyOfTable<Awaited<ReturnType<Catalog['en']>>['messages']>
  : never

/** Message functions of one language. */
export interface Translator {
  translate: Translate
  /** Loads messages that `translate` lacks. Rejects if loading fails. */
  loadMessages: (...catalogs: readonly MessageCatalog[]) => Promise<void>
  /** Loads a catalog that `translate` lacks. Returns nothing if it is loaded, and the same promise until then. */
  pendingMessages: (catalog: MessageCatalog) => Promise<void> | undefined
}

/** Creates the message functions of a language. They start without messages, so that a page loads only its own. */
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
    // A list calls this on each change of its URL, and views on each render.
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
 * Creates the translate function of a language. A key ending in `.one` is used for an `n` of 1. An unknown key is returned as it
 * is.
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
