import type { ChartEdge, ChartNode } from './graph.ts'

/** Where a machine's states and edges are drawn, in points; made with the build. */
export interface Layout {
  /** Fingerprint of the definition that it was made for. */
  hash: string
  size: readonly [width: number, height: number]
  nodes: readonly (ChartNode & { box: readonly [x: number, y: number, width: number, height: number] })[]
  /** Points as x, y, x, y, …; the label's box may hold several lines. */
  edges: readonly (ChartEdge & {
    points: readonly number[]
    label: readonly [x: number, y: number, width: number, height: number]
  })[]
}

interface PackedLines {
  lines?: readonly { ids: readonly string[]; text: string }[]
}

/** A layout without what the rest of it tells: names, parents, the state before each transition’s name; points by their differences. */
export interface PackedLayout extends Pick<Layout, 'hash' | 'size'> {
  nodes: readonly (PackedLines &
    Pick<Layout['nodes'][number], 'id' | 'box'> &
    Partial<Pick<ChartNode, 'kind' | 'isInitial'>>)[]
  edges: readonly (PackedLines & Pick<Layout['edges'][number], 'from' | 'to' | 'points' | 'label'>)[]
}

/** Layouts as they are kept in a file, with all that they tell. */
export const unpacked = (packed: Readonly<Record<string, PackedLayout>>): Readonly<Record<string, Layout>> =>
  Object.fromEntries(Object.entries(packed).map(([id, layout]) => [id, unpackedOne(layout)]))

const unpackedOne = ({ nodes, edges, ...rest }: PackedLayout): Layout => ({
  ...rest,
  nodes: nodes.map(({ id, kind = 'atomic', isInitial = false, lines, box }) => {
    const dot = id.lastIndexOf('.')
    return {
      id,
      name: id.slice(dot + 1),
      kind,
      ...(dot > 0 && { parent: id.slice(0, dot) }),
      isInitial,
      lines: linesOf(id, lines),
      box,
    }
  }),
  edges: edges.map(({ from, to, lines, points, label }) => {
    const at = [0, 0]
    // Each is where the one before it stands, and on.
    return { from, to, lines: linesOf(from, lines), points: points.map((by, index) => (at[index % 2]! += by)), label }
  }),
})

const linesOf = (state: string, lines: PackedLines['lines'] = []) =>
  lines.map(({ ids, text }) => ({ ids: ids.map((id) => `${state}|${id}`), text }))

/** Leaves out of a layout what {@link unpacked} puts back. */
export const packed = ({ hash, size, nodes, edges }: Layout): PackedLayout => ({
  hash,
  size,
  nodes: nodes.map(({ id, kind, isInitial, lines, box }) => ({
    id,
    ...(kind !== 'atomic' && { kind }),
    ...(isInitial && { isInitial }),
    ...(lines.length > 0 && { lines: shortLines(id, lines) }),
    box,
  })),
  edges: edges.map(({ from, to, lines, points, label }) => ({
    from,
    to,
    lines: shortLines(from, lines),
    points: points.map((it, at) => it - (points[at - 2] ?? 0)),
    label,
  })),
})

const shortLines = (state: string, lines: ChartNode['lines']) =>
  lines.map(({ ids, text }) => ({ ids: ids.map((id) => id.slice(state.length + 1)), text }))
