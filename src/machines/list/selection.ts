/** Ids of selected rows, and the row where a range starts. */
export interface Selection {
  readonly ids: readonly string[]
  readonly anchor: string | null
}

export const NO_SELECTION: Selection = { ids: [], anchor: null }

/** Toggles a row and makes it the start of the next range. */
export const toggleRow = ({ ids }: Selection, id: string): Selection => ({
  ids: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id],
  anchor: id,
})

/**
 * Selects or deselects all rows between the anchor and `id`, as a click on `id` alone would do with that row. Without a visible
 * anchor, toggles only `id`.
 */
export function toggleRange(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = shown.indexOf(selection.anchor ?? '')
  const to = shown.indexOf(id)
  if (from < 0 || to < 0) return toggleRow(selection, id)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  const others = selection.ids.filter((other) => !range.includes(other))
  return { ids: selection.ids.includes(id) ? others : [...others, ...range], anchor: id }
}

/** Selects all rows shown, or clears the selection if all are selected. */
export const toggleAll = ({ ids }: Selection, shown: readonly string[]): Selection =>
  shown.every((id) => ids.includes(id)) ? NO_SELECTION : { ids: [...shown], anchor: null }

/** Limits a selection to the rows shown, so that no action affects invisible rows. */
export function limitToShown(selection: Selection, shown: readonly string[]): Selection {
  const shownIds = new Set<string | null>(shown)
  const ids = selection.ids.filter((id) => shownIds.has(id))
  const anchor = shownIds.has(selection.anchor) ? selection.anchor : null
  return ids.length === selection.ids.length && anchor === selection.anchor ? selection : { ids, anchor }
}
