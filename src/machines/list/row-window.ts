/** Number of extra rows rendered before and after the visible rows, and number of rows scrolled between renders. */
const OVERSCAN = 6
const STEP = 4

/** Number of rows that Page Up and Page Down move. */
const PAGE_ROWS = 8

/** Run of rendered rows, and the number of unrendered rows before the run. Indices are 0-based, `last` is inclusive. */
export interface RowRun {
  readonly gap: number
  readonly first: number
  readonly last: number
}

/**
 * Returns the range of rows to render, `last` inclusive. The range exceeds the visible rows, so that few scroll events re-render.
 */
export function rowRangeToRender(top: number, height: number, rowHeight: number, count: number) {
  const first = Math.floor(Math.max(top, 0) / rowHeight / STEP) * STEP - OVERSCAN
  const last = Math.ceil((Math.max(top, 0) + height) / rowHeight / STEP) * STEP + OVERSCAN
  return { first: Math.min(Math.max(first, 0), Math.max(count - 1, 0)), last: Math.min(last, count - 1) }
}

/** Reduces a range of {@link rowRangeToRender} to the visible rows. */
export const withoutOverscan = ({ first, last }: { first: number; last: number }, count: number) => ({
  first: first > 0 ? first + OVERSCAN : 0,
  last: last < count - 1 ? Math.max(last - OVERSCAN, first) : last,
})

/** Returns the runs to render: the visible range, and single rows that must stay mounted (dragged or focused). */
export function rowRunsToRender(
  { first, last }: { first: number; last: number },
  pinnedRows: readonly number[],
  count: number,
): RowRun[] {
  const pinnedRuns = [
    ...pinnedRows
      .filter((index) => index >= 0 && index < count && (index < first || index > last))
      .map((index) => [index, index] as const),
  ]
  const runs = [...new Map([...pinnedRuns, [first, last] as const].map((run) => [run[0], run])).values()]
  let next = 0
  return runs
    .filter(([from, to]) => to >= from)
    .toSorted(([one], [other]) => one - other)
    .map(([from, to]) => {
      const run = { gap: from - next, first: from, last: to }
      next = to + 1
      return run
    })
}

/** Converts runs of grid lines with `columns` items each to runs of items. Gaps remain in lines. */
export const expandLines = (runs: readonly RowRun[], columns: number, count: number): RowRun[] =>
  runs.map(({ gap, first, last }) => ({
    gap,
    first: first * columns,
    last: Math.min((last + 1) * columns, count) - 1,
  }))

/**
 * Returns the 0-based index that a key moves to in a grid of `columns`, or undefined for other keys. Up and down stay in the
 * column, or go to the last item if the line below is shorter.
 */
export function indexAfterKey(key: string, index: number, count: number, columns: number): number | undefined {
  const last = count - 1
  const page = Math.ceil(PAGE_ROWS / columns) * columns
  const step = { ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page }[key]
  if (step !== undefined) {
    const next = index + step
    const isLastLine = Math.floor(index / columns) === Math.floor(last / columns)
    if (next > last) return isLastLine ? index : last
    return next < 0 ? index % columns : next
  }
  const sideways = columns > 1 ? { ArrowRight: index + 1, ArrowLeft: index - 1 }[key] : undefined
  const end = { Home: 0, End: last }[key]
  return sideways === undefined ? end : Math.min(Math.max(sideways, 0), last)
}
