import * as v from 'valibot'

/** How high a list's rows are. */
export const DENSITIES = ['calm', 'compact'] as const

/** The narrowest and widest a column can be made, in pixels, and how far one press of an arrow goes. */
export const COLUMN_MIN = 64
export const COLUMN_MAX = 640
export const COLUMN_STEP = 16

const Width = v.pipe(v.number(), v.integer(), v.minValue(COLUMN_MIN), v.maxValue(COLUMN_MAX))

/** How a person wants a list: its columns' order, which are hidden, widths in pixels by field, the rows' density; as pictures instead. */
export const Layout = v.object({
  order: v.array(v.string()),
  hidden: v.array(v.string()),
  widths: v.record(v.string(), Width),
  density: v.picklist(DENSITIES),
  view: v.optional(v.literal('grid')),
})
export type Layout = v.InferOutput<typeof Layout>

/** The columns as the list has them. */
export const PLAIN_LAYOUT: Layout = { order: [], hidden: [], widths: {}, density: 'calm' }

/** Reads what was kept; anything that is no layout is the plain one. */
export const readLayout = (kept: unknown): Layout => {
  const layout = v.safeParse(Layout, kept)
  return layout.success ? layout.output : PLAIN_LAYOUT
}

/** Whether a layout changes nothing. */
export const isPlain = ({ order, hidden, widths, density }: Layout): boolean =>
  order.length + hidden.length + Object.keys(widths).length === 0 && density === 'calm'

/** Anything that has the field of a column. */
interface HasField {
  readonly field: string
}

/** The fields in the order wanted; those the layout does not know stand where the list has them. */
export function arrangedFields(fields: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((field) => fields.includes(field))
  const arranged = [...known]
  fields.forEach((field, at) => {
    if (known.includes(field)) return
    const before = fields.slice(0, at).findLast((other) => arranged.includes(other))
    arranged.splice(before === undefined ? 0 : arranged.indexOf(before) + 1, 0, field)
  })
  return arranged
}

/**
 * A layout as the state of a table: the order of all `fields`, and which are hidden. The first field of the list names the
 * row: it is always shown.
 */
export const columnStateOf = (fields: readonly string[], { order, hidden }: Layout) => ({
  columnOrder: arrangedFields(fields, order),
  columnVisibility: Object.fromEntries(hidden.filter((field) => field !== fields[0]).map((field) => [field, false])),
})

/** Shows the rows as pictures, or as the table they are otherwise. */
export const withGrid = ({ view: _, ...layout }: Layout, isGrid: boolean): Layout =>
  isGrid ? { ...layout, view: 'grid' } : layout

/** Shows a hidden column, or hides a shown one. */
export const withToggled = (layout: Layout, field: string): Layout => ({
  ...layout,
  hidden: layout.hidden.includes(field) ? layout.hidden.filter((it) => it !== field) : [...layout.hidden, field],
})

/** Moves a column by so many places among `fields`, the order as it stands. */
export function withMoved(layout: Layout, fields: readonly string[], field: string, by: number): Layout {
  const order = fields.filter((it) => it !== field)
  const at = Math.min(Math.max(fields.indexOf(field) + by, 0), order.length)
  order.splice(at, 0, field)
  return { ...layout, order }
}

/** Gives a column a width in pixels, as far as it may be. */
export const withWidth = (layout: Layout, field: string, width: number): Layout => ({
  ...layout,
  widths: { ...layout.widths, [field]: Math.round(Math.min(Math.max(width, COLUMN_MIN), COLUMN_MAX)) },
})

/** Gives a column the 1-based `position` among the `shown` ones; `fields` is the order of all, the hidden too. */
export function withPlace(
  layout: Layout,
  fields: readonly string[],
  shown: readonly string[],
  field: string,
  position: number,
): Layout {
  const others = shown.filter((it) => it !== field)
  const order = fields.filter((it) => it !== field)
  const next = others[position - 1]
  const last = others.at(-1)
  const at = next !== undefined ? order.indexOf(next) : last !== undefined ? order.indexOf(last) + 1 : 0
  order.splice(at, 0, field)
  return { ...layout, order }
}

/** A head that can be seen: the middle of it, in pixels from the left, and whether the page reads from there. */
interface HeadSpan {
  readonly field: string
  readonly middle: number
  readonly isOn: boolean
}

/** The 1-based place among `fields` that a head held at `x` pixels would take: before the first whose middle is behind `x`. */
export function placeAmong(x: number, heads: readonly HeadSpan[], field: string, fields: readonly string[]): number {
  const others = fields.filter((it) => it !== field)
  const seen = heads.filter((head) => head.field !== field)
  const next = seen.find(({ middle, isOn }) => (isOn ? middle > x : middle < x))
  const last = seen.at(-1)
  if (next) return others.indexOf(next.field) + 1
  return last ? others.indexOf(last.field) + 2 : 1
}

/** Beside which column, and on which side of it, the column `field` would stand at the 1-based `position`. */
export function dropPlace(
  columns: readonly HasField[],
  field: string,
  position: number,
): { field: string; side: 'before' | 'after' } | undefined {
  const others = columns.filter((column) => column.field !== field)
  const next = others[position - 1]
  const last = others.at(-1)
  if (next) return { field: next.field, side: 'before' }
  return last && { field: last.field, side: 'after' }
}
