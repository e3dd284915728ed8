import { LANGUAGES, type Language } from './language.ts'

/** Colour theme: as the system prefers, or forced. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'atelier:theme'
const LANGUAGE_KEY = 'atelier:language'

/** Returns the theme chosen on this device. Default: the system's. */
export const getPreferredTheme = (): Theme => THEMES.find((theme) => theme === readPreference(THEME_KEY)) ?? 'system'

/** Returns the language chosen on this device, otherwise the browser's first supported one, otherwise English. */
export function getPreferredLanguage(): Language {
  const preferred = [readPreference(LANGUAGE_KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return preferred.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en'
}

/** Applies a theme to the page. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Applies and stores a theme. */
export function saveTheme(theme: Theme): void {
  applyTheme(theme)
  writePreference(THEME_KEY, theme)
}

/** Stores the language, which applies from the next load. */
export const saveLanguage = (language: Language): void => writePreference(LANGUAGE_KEY, language)

// Storage may be denied. Preferences are then not stored.
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

/** Stores whether single-key shortcuts are enabled. */
export function saveSingleKeyShortcutsEnabled(isEnabled: boolean): void {
  const stored = isEnabled ? 'on' : 'off'
  writePreference(SINGLE_KEYS_KEY, stored)
  // If storage is denied, the setting lasts as long as the page.
  unsavedSingleKeys = readPreference(SINGLE_KEYS_KEY) === null ? stored : undefined
}
let unsavedSingleKeys: string | undefined

const VERIFY_LATER_KEY = 'atelier:verify-later'

/** Returns whether the user postponed verifying their email address until the browser session ends. */
export const hasPostponedVerification = (userId: string): boolean =>
  readPreference(VERIFY_LATER_KEY, 'sessionStorage') === userId

/** Stores until the browser session ends that the user postponed verifying their email address. */
export const postponeVerification = (userId: string): void =>
  writePreference(VERIFY_LATER_KEY, userId, 'sessionStorage')

const HINTS_KEY = 'atelier:hints:'

/** Returns the hints dismissed by the user on this device. They survive a sign-out. */
export const getDismissedHints = (userId: string): readonly string[] =>
  (readPreference(HINTS_KEY + userId) ?? '').split(' ')

/** Stores that the user dismissed a hint for good. */
export function dismissHint(userId: string, hint: string): void {
  const dismissed = getDismissedHints(userId)
  if (!dismissed.includes(hint)) writePreference(HINTS_KEY + userId, [...dismissed, hint].join(' ').trim())
}
