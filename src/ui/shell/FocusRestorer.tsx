import { type RefObject, useEffect } from 'react'
import { restoreLostFocus } from '../kit/restore-lost-focus.ts'

/** Restores lost focus inside `frame` while mounted. Renders nothing. */
export function FocusRestorer({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useEffect(() => (frame.current ? restoreLostFocus(frame.current) : undefined), [frame])
  return null
}
