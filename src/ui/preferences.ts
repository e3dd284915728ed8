import { LANGUAGES, type Language } from './language.ts'

/** How the page is lit: as the system says, or forced. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'atelier:theme'
const LANGUAGE_KEY = 'atelier:language'

/** The theme chosen on this machine; the system's where none was. */
export const preferredTheme = (): Theme => THEMES.find((theme) => theme === read(THEME_KEY)) ?? 'system'

/** The language chosen on this machine, else the first of the browser's that ships, else English. */
export function preferredLanguage(): Language {
  const wanted = [read(LANGUAGE_KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return wanted.flatMap((tag) => LANGUAGES.filter((language) => language === tag))[0] ?? 'en'
}

/** Lights the page. */
export function lightPage(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Lights the page and remembers it. */
export function showTheme(theme: Theme): void {
  lightPage(theme)
  write(THEME_KEY, theme)
}

/** Remembers the language; it is spoken from the next load on. */
export const keepLanguage = (language: Language): void => write(LANGUAGE_KEY, language)

// Storage may be denied: a preference is then simply not remembered.
type Store = 'localStorage' | 'sessionStorage'
function read(key: string, store: Store = 'localStorage'): string | null {
  try {
    return window[store].getItem(key)
  } catch {
    return null
  }
}
function write(key: string, value: string, store: Store = 'localStorage'): void {
  try {
    window[store].setItem(key, value)
  } catch {}
}

const KEYS_KEY = 'atelier:single-keys'

/** Whether single keys (`/`, `?`) do something on this machine; they do until somebody turns them off. */
export const singleKeysWork = (): boolean => (read(KEYS_KEY) ?? keysKept) !== 'off'

/** Remembers whether single keys do something. */
export function keepSingleKeys(work: boolean): void {
  const kept = work ? 'on' : 'off'
  write(KEYS_KEY, kept)
  // Where storage is denied it lasts as long as the page.
  keysKept = read(KEYS_KEY) === null ? kept : undefined
}
let keysKept: string | undefined

const PUT_OFF_KEY = 'atelier:verify-later'

/** Whether the person put off verifying their e-mail, until the browser's session ends. */
export const hasPutOffVerifying = (userId: string): boolean => read(PUT_OFF_KEY, 'sessionStorage') === userId

/** Remembers until the browser's session ends that the person verifies their e-mail later. */
export const putOffVerifying = (userId: string): void => write(PUT_OFF_KEY, userId, 'sessionStorage')

const HINTS_KEY = 'atelier:hints:'

/** The hints that a person has done with on this machine, whether or not they are signed in meanwhile. */
export const hintsDone = (userId: string): readonly string[] => (read(HINTS_KEY + userId) ?? '').split(' ')

/** Remembers that a person has done with a hint: it never comes back. */
export function keepHintDone(userId: string, hint: string): void {
  const done = hintsDone(userId)
  if (!done.includes(hint)) write(HINTS_KEY + userId, [...done, hint].join(' ').trim())
}
