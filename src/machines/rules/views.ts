import * as v from 'valibot'
import { type AccountView, type KeptView, MAX_VIEW_NAME } from '../../api/contract/views.ts'
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
  /** One of the account's own, or another's by its `id`. */
  | { readonly kind: 'share'; readonly name: string; readonly isShared: boolean; readonly id?: string | undefined }

/** The views after a change. */
export function changedBy(views: readonly SavedView[], change: ViewChange): readonly SavedView[] {
  if (change.kind === 'save') return withView(views, change.view)
  if (change.kind === 'delete') return withoutView(views, change.name)
  const { name, isShared, id } = change
  return id === undefined ? views.map((view) => (view.name === name ? { ...view, isShared } : view)) : views
}

/** The name of the view that a change is about. */
export const nameIn = (change: ViewChange): string => (change.kind === 'save' ? change.view.name : change.name)

/**
 * Of some views those that come to the ones that are kept: what is there already is left out, and another view of a name
 * that is taken comes under a name of its own.
 */
export function besideKept(views: readonly SavedView[], kept: readonly SavedView[]): SavedView[] {
  const taken = new Map(kept.map((view) => [view.name, view]))
  return views.flatMap((view) => {
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
export const viewsOf = (kept: readonly KeptView[]): SavedView[] =>
  readViews(kept.map(({ name, query, isShared }) => ({ ...query, name, isShared }))).reduce<SavedView[]>(withView, [])

/** What another shares: the view, its id, and whose it is as far as that is told. */
export interface SharedView extends SavedView {
  readonly id: string
  readonly by?: string | undefined
}

/** Reads what others share, in its order: what is no view of this list's is left out; two may have one name. */
export const sharedOf = (kept: readonly AccountView[]): SharedView[] =>
  kept.flatMap((it) =>
    viewsOf([it]).map((view) => ({ ...view, id: it.id, by: it.sharedBy?.name ?? it.sharedBy?.email })),
  )
