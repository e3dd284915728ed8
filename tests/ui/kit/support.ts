import { act, fireEvent } from '@testing-library/react'

// jsdom has no media queries. This stub simulates a wide window with a mouse.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList

export function pressKey(element: Element, key: string): void {
  act(() => (element as HTMLElement).focus())
  const isDefaultAllowed = fireEvent.keyDown(element, { key })
  // jsdom does not click a button on Enter.
  if (isDefaultAllowed && key === 'Enter' && element instanceof HTMLButtonElement) fireEvent.click(element)
  fireEvent.keyUp(element, { key })
}
