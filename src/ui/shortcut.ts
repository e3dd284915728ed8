import type { Language } from './language.ts'

/** Returns whether the device uses ⌘ for shortcuts. */
const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Returns the label of the Control key. */
export const getControlKeyLabel = (language: Language): string =>
  isApple() ? '⌃' : language === 'de' ? 'Strg' : 'Ctrl'

/** Returns the label of the shortcut modifier key. */
export const getCommandKeyLabel = (language: Language): string => (isApple() ? '⌘' : getControlKeyLabel(language))

/** Returns whether a modifier key is pressed, which leaves the event to the browser or system. */
export const hasModifier = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

/** Returns whether ⌘ or Ctrl is pressed without other modifiers. */
export const hasCommandModifier = (
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean => (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
