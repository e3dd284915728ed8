import type { ChartEdge, ChartNode } from './chart.ts'

/** Positions of a machine's states and edges, in user units; computed at build time. */
export interface ChartLayout {
  /** Fingerprint of the machine definition that the layout was computed for. */
  hash: string
  size: readonly [width: number, height: number]
  nodes: readonly (ChartNode & { box: readonly [x: number, y: number, width: number, height: number] })[]
  /** Points as x, y, x, y, …; the label's box may contain several lines. */
  edges: readonly (ChartEdge & {
    points: readonly number[]
    label: readonly [x: number, y: number, width: number, height: number]
  })[]
}

interface PackedLines {
  lines?: readonly { ids: readonly string[]; text: string }[]
}

/** A layout without redundant data. Names, parents, and the state in each transition's name are omitted. Points are deltas. */
export interface PackedChartLayout extends Pick<ChartLayout, 'hash' | 'size'> {
  nodes: readonly (PackedLines &
    Pick<ChartLayout['nodes'][number], 'id' | 'box'> &
    Partial<Pick<ChartNode, 'kind' | 'isInitial'>>)[]
  edges: readonly (PackedLines & Pick<ChartLayout['edges'][number], 'from' | 'to' | 'points' | 'label'>)[]
}

export const unpackLayouts = (
  packed: Readonly<Record<string, PackedChartLayout>>,
): Readonly<Record<string, ChartLayout>> =>
  Object.fromEntries(Object.entries(packed).map(([id, layout]) => [id, unpackLayout(layout)]))

const unpackLayout = ({ nodes, edges, ...rest }: PackedChartLayout): ChartLayout => ({
  ...rest,
  nodes: nodes.map(({ id, kind = 'atomic', isInitial = false, lines, box }) => {
    const dot = id.lastIndexOf('.')
    return {
      id,
      name: id.slice(dot + 1),
      kind,
      ...(dot > 0 && { parent: id.slice(0, dot) }),
      isInitial,
      lines: unpackLines(id, lines),
      box,
    }
  }),
  edges: edges.map(({ from, to, lines, points, label }) => {
    const point = [0, 0]
    // Each value is relative to the previous point.
    return {
      from,
      to,
      lines: unpackLines(from, lines),
      points: points.map((delta, index) => (point[index % 2]! += delta)),
      label,
    }
  }),
})

const unpackLines = (state: string, lines: PackedLines['lines'] = []) =>
  lines.map(({ ids, text }) => ({ ids: ids.map((id) => `${state}|${id}`), text }))

export const packLayout = ({ hash, size, nodes, edges }: ChartLayout): PackedChartLayout => ({
  hash,
  size,
  nodes: nodes.map(({ id, kind, isInitial, lines, box }) => ({
    id,
    ...(kind !== 'atomic' && { kind }),
    ...(isInitial && { isInitial }),
    ...(lines.length > 0 && { lines: packLines(id, lines) }),
    box,
  })),
  edges: edges.map(({ from, to, lines, points, label }) => ({
    from,
    to,
    lines: packLines(from, lines),
    points: points.map((value, index) => value - (points[index - 2] ?? 0)),
    label,
  })),
})

const packLines = (state: string, lines: ChartNode['lines']) =>
  lines.map(({ ids, text }) => ({ ids: ids.map((id) => id.slice(state.length + 1)), text }))
