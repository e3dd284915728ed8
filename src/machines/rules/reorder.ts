import type { Row } from './paging.ts'

/** The 1-based place a move ends at: beyond the total, 0 or below mean the last one (Spec §4). */
export const placeOf = (position: number, total: number): number =>
  position < 1 || position > total ? Math.max(total, 1) : position

/** Moves the row `id` to the 1-based `position`; past either end means last place. An unknown id moves nothing. */
export function move<R extends Row>(rows: readonly R[], id: string, position: number): R[] {
  const from = rows.findIndex((row) => row.id === id)
  const next = rows.slice()
  if (from < 0) return next
  const [row] = next.splice(from, 1)
  next.splice(placeOf(position, rows.length) - 1, 0, row!)
  return next
}

/** Whether the 1-based place `position` is among the `rows` rows shown after the first `offset`. */
export const isShown = (position: number, rows: number, offset: number): boolean =>
  position > offset && position <= offset + rows

/** Moves a row to its place in the whole list, as far as the part shown allows: out of sight is its first or last row. */
export function moveInPart<R extends Row>(rows: readonly R[], id: string, position: number, offset: number): R[] {
  return move(rows, id, Math.min(Math.max(position - offset, 1), Math.max(rows.length, 1)))
}
