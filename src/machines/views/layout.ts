import * as v from 'valibot'

/** Row heights of a list. */
export const DENSITIES = ['calm', 'compact'] as const

/** Minimum and maximum column width, and the step of one arrow key press, in pixels. */
export const MIN_COLUMN_WIDTH_PX = 64
export const MAX_COLUMN_WIDTH_PX = 640
export const COLUMN_RESIZE_STEP_PX = 16

const Width = v.pipe(v.number(), v.integer(), v.minValue(MIN_COLUMN_WIDTH_PX), v.maxValue(MAX_COLUMN_WIDTH_PX))

/** A user's layout of a list: column order, hidden columns, widths in pixels by field, row density, and grid or table. */
export const ListLayout = v.object({
  order: v.array(v.string()),
  hidden: v.array(v.string()),
  widths: v.record(v.string(), Width),
  density: v.picklist(DENSITIES),
  view: v.optional(v.literal('grid')),
})
export type ListLayout = v.InferOutput<typeof ListLayout>

export const DEFAULT_LAYOUT: ListLayout = { order: [], hidden: [], widths: {}, density: 'calm' }

/** Reads a stored layout. Anything invalid yields the default. */
export const readLayout = (stored: unknown): ListLayout => {
  const layout = v.safeParse(ListLayout, stored)
  return layout.success ? layout.output : DEFAULT_LAYOUT
}

export const isDefaultLayout = ({ order, hidden, widths, density }: ListLayout): boolean =>
  order.length + hidden.length + Object.keys(widths).length === 0 && density === 'calm'

interface HasField {
  readonly field: string
}

/** Sorts fields by the wanted order. Fields missing from `order` stay next to their original neighbour. */
export function orderFields(fields: readonly string[], order: readonly string[]): string[] {
  const ordered = order.filter((field) => fields.includes(field))
  const arranged = [...ordered]
  fields.forEach((field, index) => {
    if (ordered.includes(field)) return
    const before = fields.slice(0, index).findLast((other) => arranged.includes(other))
    arranged.splice(before === undefined ? 0 : arranged.indexOf(before) + 1, 0, field)
  })
  return arranged
}

/**
 * Converts a layout to table state: order of all `fields` and their visibility. The first field names the row and is always
 * visible.
 */
export const columnStateOf = (fields: readonly string[], { order, hidden }: ListLayout) => ({
  columnOrder: orderFields(fields, order),
  columnVisibility: Object.fromEntries(hidden.filter((field) => field !== fields[0]).map((field) => [field, false])),
})

export const withGrid = ({ view: _, ...layout }: ListLayout, isGrid: boolean): ListLayout =>
  isGrid ? { ...layout, view: 'grid' } : layout

export const withColumnToggled = (layout: ListLayout, field: string): ListLayout => ({
  ...layout,
  hidden: layout.hidden.includes(field) ? layout.hidden.filter((other) => other !== field) : [...layout.hidden, field],
})

/** Moves a column by a number of positions among `fields`, the current order. */
export function withColumnMoved(layout: ListLayout, fields: readonly string[], field: string, by: number): ListLayout {
  const order = fields.filter((other) => other !== field)
  const index = Math.min(Math.max(fields.indexOf(field) + by, 0), order.length)
  order.splice(index, 0, field)
  return { ...layout, order }
}

/** Sets a column's width in pixels, clamped to its limits. */
export const withColumnWidth = (layout: ListLayout, field: string, width: number): ListLayout => ({
  ...layout,
  widths: {
    ...layout.widths,
    [field]: Math.round(Math.min(Math.max(width, MIN_COLUMN_WIDTH_PX), MAX_COLUMN_WIDTH_PX)),
  },
})

/**
 * Moves a column to a 1-based `position` among the `shown` columns. `fields` is the order of all columns, including hidden ones.
 */
export function withColumnPosition(
  layout: ListLayout,
  fields: readonly string[],
  shown: readonly string[],
  field: string,
  position: number,
): ListLayout {
  const others = shown.filter((other) => other !== field)
  const order = fields.filter((other) => other !== field)
  const next = others[position - 1]
  const last = others.at(-1)
  const index = next !== undefined ? order.indexOf(next) : last !== undefined ? order.indexOf(last) + 1 : 0
  order.splice(index, 0, field)
  return { ...layout, order }
}

/** Visible column header: its centre in pixels from the left, and whether its text runs from left to right. */
interface HeadSpan {
  readonly field: string
  readonly middle: number
  readonly isOn: boolean
}

/** Returns the 1-based position among `fields` where a header dragged to `x` pixels would be dropped. */
export function columnPositionAt(
  x: number,
  heads: readonly HeadSpan[],
  field: string,
  fields: readonly string[],
): number {
  const others = fields.filter((other) => other !== field)
  const otherHeads = heads.filter((head) => head.field !== field)
  const next = otherHeads.find(({ middle, isOn }) => (isOn ? middle > x : middle < x))
  const last = otherHeads.at(-1)
  if (next) return others.indexOf(next.field) + 1
  return last ? others.indexOf(last.field) + 2 : 1
}

/**
 * Returns the location of the drop indicator for the 1-based drop `position` of the column `field`: a neighbouring column and a
 * side of it.
 */
export function dropIndicatorAt(
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
