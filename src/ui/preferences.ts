import { LANGUAGES, type Language } from './language.ts'

/** Colour themes: the system's preference, or a fixed one. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'atelier:theme'
const LANGUAGE_KEY = 'atelier:language'

/** Returns the theme chosen on this device. Default: the system's theme. */
export const getPreferredTheme = (): Theme => THEMES.find((theme) => theme === readPreference(THEME_KEY)) ?? 'system'

/** Returns the language chosen on this device. Default: the browser's first supported language, or English if there is none. */
export function getPreferredLanguage(): Language {
  const preferred = [readPreference(LANGUAGE_KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return preferred.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function saveTheme(theme: Theme): void {
  applyTheme(theme)
  writePreference(THEME_KEY, theme)
}

/** Stores the language, which applies from the next load. */
export const saveLanguage = (language: Language): void => writePreference(LANGUAGE_KEY, language)

// If the browser denies access to storage, preferences are not stored.
type StorageName = 'localStorage' | 'sessionStorage'
function readPreference(key: string, store: StorageName = 'localStorage'): string | null {
  try {
    return window[store].getItem(key)
  } catch {
    return null
  }
}
function writePreference(key: string, value: string, store: StorageName = 'localStorage'): void {
  try {
    window[store].setItem(key, value)
  } catch {}
}

const SINGLE_KEYS_KEY = 'atelier:single-keys'

/** Returns whether single-key shortcuts (`/`, `?`) are enabled on this device. Default: true. */
export const areSingleKeyShortcutsEnabled = (): boolean =>
  (readPreference(SINGLE_KEYS_KEY) ?? unsavedSingleKeys) !== 'off'

export function saveSingleKeyShortcutsEnabled(isEnabled: boolean): void {
  const stored = isEnabled ? 'on' : 'off'
  writePreference(SINGLE_KEYS_KEY, stored)
  // If the browser denies access to storage, the setting lasts until the page is reloaded.
  unsavedSingleKeys = readPreference(SINGLE_KEYS_KEY) === null ? stored : undefined
}
let unsavedSingleKeys: string | undefined

const VERIFY_LATER_KEY = 'atelier:verify-later'

/** Returns whether the user postponed the verification of their e-mail address, in the current browser session. */
export const hasPostponedVerification = (userId: string): boolean =>
  readPreference(VERIFY_LATER_KEY, 'sessionStorage') === userId

/** Stores, until the browser session ends, that the user postponed the verification of their e-mail address. */
export const postponeVerification = (userId: string): void =>
  writePreference(VERIFY_LATER_KEY, userId, 'sessionStorage')

const HINTS_KEY = 'atelier:hints:'

/** Returns the hints that the user dismissed on this device. Signing out does not delete them. */
export const getDismissedHints = (userId: string): readonly string[] =>
  (readPreference(HINTS_KEY + userId) ?? '').split(' ')

export function dismissHint(userId: string, hint: string): void {
  const dismissed = getDismissedHints(userId)
  if (!dismissed.includes(hint)) writePreference(HINTS_KEY + userId, [...dismissed, hint].join(' ').trim())
}
