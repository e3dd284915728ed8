import { useEffect, useSyncExternalStore } from 'react'
import { hearParts, part } from '../kit/part.ts'
import { IDLE_GLYPHS, type PlaceGlyph } from './places.tsx'

/** A page has one of them, and not before its rows are there. */
const filled = part(async () => (await import('./filled-glyphs.tsx')).FILLED_GLYPHS)

/** The glyph of a place: filled where it is current, once those are there. */
export function PlaceMark({ of, isCurrent }: { of: PlaceGlyph; isCurrent: boolean }) {
  const glyphs = useSyncExternalStore(hearParts, filled.held) ?? IDLE_GLYPHS
  useEffect(() => {
    if (isCurrent) filled.fetch().catch(() => {})
  }, [isCurrent])
  return (isCurrent ? glyphs : IDLE_GLYPHS)[of]
}
