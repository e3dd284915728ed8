import * as v from 'valibot'
import { MAX_VIEW_NAME } from '../../api/contract/views.ts'
import { SavedView } from './view-link.ts'

/** The most views a list keeps on a device; an account says itself how many it keeps. */
export const MOST_VIEWS = 50

/** Reads what was kept: what is no view is left out. */
export const readViews = (kept: unknown): SavedView[] =>
  (Array.isArray(kept) ? kept : []).flatMap((it) => {
    const view = v.safeParse(SavedView, it)
    return view.success ? [view.output] : []
  })

/** Adds a view, in the place of one of the same name; by name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((one, other) => one.name.localeCompare(other.name))

/** Leaves a view out. */
export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name)

/** What is done to the views of a list. */
export type ViewChange =
  | { readonly kind: 'save'; readonly view: SavedView }
  | { readonly kind: 'delete'; readonly name: string }

/** The views after a change. */
export const changedBy = (views: readonly SavedView[], change: ViewChange): SavedView[] =>
  change.kind === 'save' ? withView(views, change.view) : withoutView(views, change.name)

/** The name of the view that a change is about. */
export const nameIn = (change: ViewChange): string => (change.kind === 'save' ? change.view.name : change.name)

/**
 * Of the views on a device those that an account takes over: what it has already is left out, and another view of a name
 * that it has comes under a name of its own.
 */
export function toTakeOver(onDevice: readonly SavedView[], kept: readonly SavedView[]): SavedView[] {
  const taken = new Map(kept.map((view) => [view.name, view]))
  return onDevice.flatMap((view) => {
    const same = taken.get(view.name)
    if (same && sameContent(same, view)) return []
    const name = same ? freeName(view.name, taken) : view.name
    taken.set(name, view)
    return [{ ...view, name }]
  })
}

const sameContent = (one: SavedView, other: SavedView) =>
  JSON.stringify([one.search, one.layout]) === JSON.stringify([other.search, other.layout])

/** "Hats" → "Hats (2)", or the next number that is free. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let n = 2; ; n++) {
    const mark = ` (${n})`
    const free = [...name].slice(0, MAX_VIEW_NAME - mark.length).join('') + mark
    if (!taken.has(free)) return free
  }
}

/** A view as an account keeps it, beside its name. */
export const queryOf = ({ search, layout }: SavedView): Record<string, unknown> => ({ search, layout })

/** Reads what an account keeps: what is no view of this list's is left out. By name. */
export const viewsOf = (kept: readonly { name: string; query: Readonly<Record<string, unknown>> }[]): SavedView[] =>
  readViews(kept.map(({ name, query }) => ({ ...query, name }))).reduce<SavedView[]>(withView, [])
