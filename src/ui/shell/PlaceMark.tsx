import { useSyncExternalStore } from 'react'
import { awaited, hearParts, part } from '../kit/part.ts'
import { IDLE_GLYPHS, type PlaceGlyph } from './places.tsx'

/** A page has one of them, and not before its rows are there: fetched when it is idle. */
const filled = part(async () => (await import('./filled-glyphs.tsx')).FILLED_GLYPHS)
awaited.add(filled.fetch)

/** The glyph of a place: filled where it is current, once those are there. */
export function PlaceMark({ of, isCurrent }: { of: PlaceGlyph; isCurrent: boolean }) {
  const glyphs = useSyncExternalStore(hearParts, filled.held) ?? IDLE_GLYPHS
  return (isCurrent ? glyphs : IDLE_GLYPHS)[of]
}
