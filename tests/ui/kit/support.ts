import { act, fireEvent } from '@testing-library/react'

// jsdom has no CSS object; React Aria needs its escape for the ids it makes, which hold nothing but letters, figures and dashes.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS

// Nor does it ask what the window is like: it is a wide one, with a mouse.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList

/** Focuses an element, then presses and releases a key on it, as a keyboard does. */
export function press(element: Element, key: string): void {
  act(() => (element as HTMLElement).focus())
  const isHeard = fireEvent.keyDown(element, { key })
  // jsdom leaves this to the browser.
  if (isHeard && key === 'Enter' && element instanceof HTMLButtonElement) fireEvent.click(element)
  fireEvent.keyUp(element, { key })
}
