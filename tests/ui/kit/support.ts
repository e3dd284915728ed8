import { act, fireEvent } from '@testing-library/react'

// jsdom has no CSS object. React Aria escapes the ids it generates, which contain only letters, digits and dashes.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS

// Nor does jsdom have media queries: this is a wide window with a mouse.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList

/** Focuses an element, then presses and releases a key on it. */
export function pressKey(element: Element, key: string): void {
  act(() => (element as HTMLElement).focus())
  const isDefaultAllowed = fireEvent.keyDown(element, { key })
  // jsdom does not click a button on Enter.
  if (isDefaultAllowed && key === 'Enter' && element instanceof HTMLButtonElement) fireEvent.click(element)
  fireEvent.keyUp(element, { key })
}
