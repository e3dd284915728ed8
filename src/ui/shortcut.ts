import type { Language } from './language.ts'

const isApple = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform)

export const getControlKeyLabel = (language: Language): string =>
  isApple() ? '⌃' : language === 'de' ? 'Strg' : 'Ctrl'

export const getCommandKeyLabel = (language: Language): string => (isApple() ? '⌘' : getControlKeyLabel(language))

/** Returns whether a modifier key is pressed, which leaves the event to the browser or system. */
export const hasModifier = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey

export const hasCommandModifier = (
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean => (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
