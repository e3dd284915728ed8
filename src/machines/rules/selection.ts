/** Which rows are selected, by id, and the row from which a range is drawn. */
export interface Selection {
  readonly ids: readonly string[]
  readonly anchor: string | null
}

/** Nothing is selected. */
export const NO_SELECTION: Selection = { ids: [], anchor: null }

/** Selects a row, or no longer; it is where the next range begins. */
export const toggleRow = ({ ids }: Selection, id: string): Selection => ({
  ids: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id],
  anchor: id,
})

/**
 * Gives every row between the anchor and `id` what the click gives `id`: selected, or no longer. Without an anchor among
 * the rows it is the one row alone.
 */
export function toggleRange(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = shown.indexOf(selection.anchor ?? '')
  const to = shown.indexOf(id)
  if (from < 0 || to < 0) return toggleRow(selection, id)
  const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  const others = selection.ids.filter((other) => !range.includes(other))
  return { ids: selection.ids.includes(id) ? others : [...others, ...range], anchor: id }
}

/** Selects all rows shown; where all are, none. */
export const toggleAll = ({ ids }: Selection, shown: readonly string[]): Selection =>
  shown.every((id) => ids.includes(id)) ? NO_SELECTION : { ids: [...shown], anchor: null }

/** What is left of a selection among the rows shown: what cannot be seen is not acted on. */
export function amongShown(selection: Selection, shown: readonly string[]): Selection {
  const there = new Set<string | null>(shown)
  const ids = selection.ids.filter((id) => there.has(id))
  const anchor = there.has(selection.anchor) ? selection.anchor : null
  return ids.length === selection.ids.length && anchor === selection.anchor ? selection : { ids, anchor }
}
