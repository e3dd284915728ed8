import type { Language } from './language.ts'

/** Whether this is a machine whose shortcuts have ⌘. */
const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** What stands on the control key. */
export const controlKey = (language: Language): string => (isApple() ? '⌃' : language === 'de' ? 'Strg' : 'Ctrl')

/** What stands on the key that makes a shortcut. */
export const commandKey = (language: Language): string => (isApple() ? '⌘' : controlKey(language))

/** Whether another key is held with a key or a press, which makes it the browser's or the system's. */
export const hasModifier = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

/** Whether the key of shortcuts is held: ⌘ or Ctrl, and nothing else with it. */
export const isCommand = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
