/** Rows that are drawn before and behind those in sight, and how many rows pass before others are drawn. */
const OVERSCAN = 6
const STEP = 4

/** How many rows the page keys pass. */
const PAGE_ROWS = 8

/** A run of rows that are drawn, and how many before it are not; both ends are 0-based, `last` is included. */
export interface Run {
  readonly gap: number
  readonly first: number
  readonly last: number
}

/** The rows from `first` on that a view shows, `last` included: some more than are in sight, so that few scrolls draw anew. */
export function rowsInSight(top: number, height: number, rowHeight: number, count: number) {
  const first = Math.floor(Math.max(top, 0) / rowHeight / STEP) * STEP - OVERSCAN
  const last = Math.ceil((Math.max(top, 0) + height) / rowHeight / STEP) * STEP + OVERSCAN
  return { first: Math.min(Math.max(first, 0), Math.max(count - 1, 0)), last: Math.min(last, count - 1) }
}

/** Of the rows that {@link rowsInSight} gave those without what is drawn around them. */
export const withoutOverscan = ({ first, last }: { first: number; last: number }, count: number) => ({
  first: first > 0 ? first + OVERSCAN : 0,
  last: last < count - 1 ? Math.max(last - OVERSCAN, first) : last,
})

/** The runs to draw: those in sight, and single rows that must stay (in the hand, with the focus) wherever they are. */
export function runsOf(
  { first, last }: { first: number; last: number },
  kept: readonly number[],
  count: number,
): Run[] {
  const wanted = [
    ...kept.filter((at) => at >= 0 && at < count && (at < first || at > last)).map((at) => [at, at] as const),
  ]
  const runs = [...new Map([...wanted, [first, last] as const].map((run) => [run[0], run])).values()]
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

/** Runs of lines with `columns` rows each, as runs of those rows; gaps stay lines. */
export const acrossLines = (runs: readonly Run[], columns: number, count: number): Run[] =>
  runs.map(({ gap, first, last }) => ({
    gap,
    first: first * columns,
    last: Math.min((last + 1) * columns, count) - 1,
  }))

/**
 * The place that a key leads to from `at`, both 0-based, where `columns` rows stand side by side: up and down stay in the
 * column, and reach the last row where the line below is shorter. Undefined for a key that leads nowhere.
 */
export function placeBy(key: string, at: number, count: number, columns: number): number | undefined {
  const last = count - 1
  const page = Math.ceil(PAGE_ROWS / columns) * columns
  const step = { ArrowDown: columns, ArrowUp: -columns, PageDown: page, PageUp: -page }[key]
  if (step !== undefined) {
    const next = at + step
    const isLastLine = Math.floor(at / columns) === Math.floor(last / columns)
    if (next > last) return isLastLine ? at : last
    return next < 0 ? at % columns : next
  }
  const aside = columns > 1 ? { ArrowRight: at + 1, ArrowLeft: at - 1 }[key] : undefined
  const end = { Home: 0, End: last }[key]
  return aside === undefined ? end : Math.min(Math.max(aside, 0), last)
}
