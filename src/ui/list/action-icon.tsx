import type { ReactElement } from 'react'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import type { ActionGlyphName } from './ActionGlyph.tsx'

/** Lazy icons, loaded with the first menu that shows icons. */
const Glyph = lazyComponent(async () => (await import('./ActionGlyph.tsx')).ActionGlyph)

/** Name of a built-in icon, or an element. */
export type ActionIcon = ActionGlyphName | ReactElement | null

export const renderActionIcon = (icon: ActionIcon | undefined): ReactElement | null =>
  typeof icon === 'string' ? <Glyph name={icon} /> : (icon ?? null)
