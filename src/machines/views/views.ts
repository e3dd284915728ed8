import * as v from 'valibot'
import { type AccountView, MAX_VIEW_NAME_LENGTH, type StoredView } from '../../api/contract/views.ts'
import { SavedView } from './view-link.ts'

/** Maximum number of views per list on a device. The server sets the limit for an account. */
export const MAX_DEVICE_VIEWS = 50

/** Reads stored views. Skips invalid views. */
export const readViews = (stored: unknown): SavedView[] =>
  (Array.isArray(stored) ? stored : []).flatMap((item) => {
    const view = v.safeParse(SavedView, item)
    return view.success ? [view.output] : []
  })

/** Adds a view, or replaces the view of the same name. Sorts by name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((one, other) => one.name.localeCompare(other.name))

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] =>
  views.filter((view) => view.name !== name)

export type ViewChange =
  | { readonly kind: 'save'; readonly view: SavedView }
  | { readonly kind: 'delete'; readonly name: string }
  /** Shares a view of the account, or another user's view by its `id`. */
  | { readonly kind: 'share'; readonly name: string; readonly isShared: boolean; readonly id?: string | undefined }

export function applyViewChange(views: readonly SavedView[], change: ViewChange): readonly SavedView[] {
  if (change.kind === 'save') return withView(views, change.view)
  if (change.kind === 'delete') return withoutView(views, change.name)
  const { name, isShared, id } = change
  return id === undefined ? views.map((view) => (view.name === name ? { ...view, isShared } : view)) : views
}

export const viewNameOfChange = (change: ViewChange): string =>
  change.kind === 'save' ? change.view.name : change.name

/** Returns the views to add to the stored ones: skips identical views and renames a different view whose name is taken. */
export function viewsToImport(views: readonly SavedView[], stored: readonly SavedView[]): SavedView[] {
  const byName = new Map(stored.map((view) => [view.name, view]))
  return views.flatMap((view) => {
    const existing = byName.get(view.name)
    if (existing && sameContent(existing, view)) return []
    const name = existing ? freeName(view.name, byName) : view.name
    byName.set(name, view)
    return [{ ...view, name }]
  })
}

const sameContent = (one: SavedView, other: SavedView) =>
  JSON.stringify([one.search, one.layout]) === JSON.stringify([other.search, other.layout])

/** Appends the next free number: "Hats" → "Hats (2)". */
function freeName(name: string, byName: ReadonlyMap<string, unknown>): string {
  for (let n = 2; ; n++) {
    const suffix = ` (${n})`
    const candidate = [...name].slice(0, MAX_VIEW_NAME_LENGTH - suffix.length).join('') + suffix
    if (!byName.has(candidate)) return candidate
  }
}

export const toStoredQuery = ({ search, layout }: SavedView): Record<string, unknown> => ({ search, layout })

/** Reads an account's views, sorted by name. Skips invalid views. */
export const parseStoredViews = (stored: readonly StoredView[]): SavedView[] =>
  readViews(stored.map(({ name, query, isShared }) => ({ ...query, name, isShared }))).reduce<SavedView[]>(withView, [])

/** View shared by another user, with its id and, if known, the owner. */
export interface SharedView extends SavedView {
  readonly id: string
  readonly by?: string | undefined
}

/** Reads views shared by others, in their order. Skips invalid views. Names may repeat. */
export const parseSharedViews = (stored: readonly AccountView[]): SharedView[] =>
  stored.flatMap((item) =>
    parseStoredViews([item]).map((view) => ({ ...view, id: item.id, by: item.sharedBy?.name ?? item.sharedBy?.email })),
  )
