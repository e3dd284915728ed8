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
