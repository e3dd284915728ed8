import type { KeyboardEvent } from 'react'

/** Has Enter press a button once, however long it is held: browsers press again with each repeat of the key. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
