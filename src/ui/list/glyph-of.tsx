import type { ReactElement } from 'react'
import { shownPart } from '../kit/part.ts'
import type { GlyphName } from './Glyph.tsx'

/** They come with the first menu that has some: a list that stands still shows none of them. */
const Glyph = shownPart(async () => (await import('./Glyph.tsx')).Glyph)

/** What stands before an action's title: a glyph by its name, or something of its own. */
export type ActionIcon = GlyphName | ReactElement | null

/** Draws the icon of an action. */
export const glyphOf = (icon: ActionIcon | undefined): ReactElement | null =>
  typeof icon === 'string' ? <Glyph name={icon} /> : (icon ?? null)
