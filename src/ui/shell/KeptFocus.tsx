import { type RefObject, useEffect } from 'react'
import { keepFocus } from '../kit/kept-focus.ts'

/** Nothing to be seen: keeps the focus within the frame while there is one. */
export function KeptFocus({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useEffect(() => (frame.current ? keepFocus(frame.current) : undefined), [frame])
  return null
}
