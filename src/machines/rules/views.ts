import * as v from 'valibot'
import { lineOfText } from '../../api/contract/text.ts'
import { Layout } from './layout.ts'

/** A way to look at a list that has a name: its filter and order as the address has them, and its columns. */
export const SavedView = v.object({
  name: lineOfText(60),
  search: v.object({ filter: v.optional(v.record(v.string(), v.unknown())), order: v.optional(v.string()) }),
  layout: Layout,
})
export type SavedView = v.InferOutput<typeof SavedView>

/** The most views a list keeps. */
export const MOST_VIEWS = 50

/** Reads what was kept: what is no view is left out. */
export const readViews = (kept: unknown): SavedView[] =>
  (Array.isArray(kept) ? kept : []).flatMap((it) => {
    const view = v.safeParse(SavedView, it)
    return view.success ? [view.output] : []
  })

/** Adds a view, in the place of one of the same name; by name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view]
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, MOST_VIEWS)

/** Leaves a view out. */
export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name)

const SHARED = '#view='

/** What a shared link says beside filter and order: the view's name and columns, as the part behind the `#`. */
export const viewHash = ({ name, layout }: SavedView): string =>
  SHARED + encodeURIComponent(JSON.stringify({ name, layout }))

/** Reads {@link viewHash}; anything else is `undefined`. */
export function readViewHash(hash: string): Pick<SavedView, 'name' | 'layout'> | undefined {
  if (!hash.startsWith(SHARED)) return undefined
  try {
    const given: unknown = JSON.parse(decodeURIComponent(hash.slice(SHARED.length)))
    const read = v.safeParse(v.pick(SavedView, ['name', 'layout']), given)
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
