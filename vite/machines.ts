/**
 * Generates `src/inspector/layouts.json` (positions of states and edges), `src/inspector/examples.json` (example events),
 * `src/inspector/machine-folders.json` (folder of each machine) and `docs/reference/machines.md` (documentation of the machines):
 * `npm run machines`. `tests/inspector/machines.test.ts` fails if one of these files is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'
import { type AnyStateMachine, StateMachine } from 'xstate'
import { type Chart, type ChartEdge, type ChartNode, chartOf, hashMachine } from '../src/inspector/chart.ts'
import { type ChartLayout, type PackedChartLayout, packLayout } from '../src/inspector/chart-layout.ts'
import type { EventExamples } from '../src/inspector/event-examples.ts'
import { renderMachinesPage } from '../src/inspector/mermaid.ts'
import { findMachineFiles, findModelFiles, listMachineFolders } from './machine-files.ts'

const FILES = {
  layouts: 'src/inspector/layouts.json',
  examples: 'src/inspector/examples.json',
  folders: 'src/inspector/machine-folders.json',
  page: 'docs/reference/machines.md',
}

const importAll = (files: ReadonlyMap<string, string>): Promise<object[]> =>
  Promise.all([...files.values()].map((file) => import(/* @vite-ignore */ `../${file}`) as Promise<object>))

export async function loadAllMachines(): Promise<AnyStateMachine[]> {
  const modules = await importAll(findMachineFiles())
  return modules
    .flatMap((module) => Object.values(module) as unknown[])
    .map((value) =>
      typeof value === 'function' && /^create\w+Machine$/.test(value.name) ? (value as () => unknown)() : value,
    )
    .filter((value): value is AnyStateMachine => value instanceof StateMachine)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Returns the first event of each type in a machine's test models, if the event has data that JSON can represent. */
export async function loadEventExamples(): Promise<EventExamples> {
  const modules = await importAll(findModelFiles())
  const models = modules
    .flatMap((module) => Object.values(module) as unknown[])
    .flatMap((value) => Object.values((value as Partial<ModelModule> | null)?.models ?? {}))
  const examples: Record<string, Record<string, { type: string }>> = {}
  for (const { machine, events } of models)
    for (const event of events) {
      const hasNoData = event.type.startsWith('xstate.') || Object.keys(event).length < 2
      if (hasNoData || !isDeepStrictEqual(JSON.parse(JSON.stringify(event)), { ...event })) continue
      examples[machine.id] = { [event.type]: event, ...examples[machine.id] }
    }
  return Object.fromEntries(Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)))
}

interface ModelModule {
  models: Record<string, { machine: AnyStateMachine; events: readonly { type: string }[] }>
}

/** Serialises an object with one entry per line, so that a diff shows the changed entry. */
const formatLines = (entries: object) =>
  `{\n${Object.entries(entries)
    .map(([id, entry]) => `${JSON.stringify(id)}: ${JSON.stringify(entry)}`)
    .join(',\n')}\n}\n`

/** Estimates the width of a text, in user units. */
const estimateTextWidth = (text: string, size: number) => Math.ceil(text.length * size * 0.6)
const LINE_HEIGHT = 13
const HEAD_HEIGHT = 30

const ELK_OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeLabel': '4',
}

/**
 * Lays out the states in the order of their definition. Where edges cross many levels, ELK fails with that order, so a second
 * attempt lets ELK choose the order.
 */
const layOutChart = (chart: Chart): Promise<ChartLayout> =>
  runLayout(chart, { ...ELK_OPTIONS, 'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES' }).catch(() =>
    runLayout(chart, ELK_OPTIONS),
  )

async function runLayout(chart: Chart, options: Record<string, string>): Promise<ChartLayout> {
  const childrenOf = (id: string) => chart.nodes.filter(({ parent }) => parent === id)
  const elkNode = (node: ChartNode): ElkNode => {
    const children = childrenOf(node.id).map(elkNode)
    const lines = node.lines.map(({ text }) => estimateTextWidth(text, 10))
    const width = Math.max(72, estimateTextWidth(node.name, 12) + 24, ...lines.map((lineWidth) => lineWidth + 24))
    const height = HEAD_HEIGHT + node.lines.length * LINE_HEIGHT + (node.lines.length > 0 ? 8 : 4)
    if (children.length === 0) return { id: node.id, width, height }
    return {
      id: node.id,
      children,
      layoutOptions: {
        ...options,
        'elk.padding': `[top=${height + 14},left=20,bottom=20,right=20]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width},${height})`,
      },
    }
  }
  const elkEdge = ({ from, to, lines }: ChartEdge, index: number): ElkExtendedEdge => ({
    id: `e${index}`,
    sources: [from],
    targets: [to],
    labels: [
      {
        text: 'l',
        width: Math.max(...lines.map(({ text }) => estimateTextWidth(text, 10))) + 6,
        height: lines.length * LINE_HEIGHT + 2,
      },
    ],
  })
  const [root] = chart.nodes
  const layout: ElkNode = await new ELK().layout({
    id: ' ',
    layoutOptions: options,
    children: [elkNode(root!)],
    edges: chart.edges.map(elkEdge),
  })
  const boxes = new Map<string, readonly number[]>()
  const addBox = (node: ElkNode): void => {
    boxes.set(
      node.id,
      [node.x, node.y, node.width, node.height].map((value) => Math.round(value ?? 0)),
    )
    node.children?.forEach(addBox)
  }
  layout.children?.forEach(addBox)
  const flattenPoints = (points: readonly { x: number; y: number }[]) =>
    points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)])
  return {
    hash: '',
    size: [Math.ceil(layout.width ?? 0), Math.ceil(layout.height ?? 0)],
    nodes: chart.nodes.map((node) => ({ ...node, box: boxes.get(node.id) as [number, number, number, number] })),
    edges: chart.edges.map((edge, index) => {
      const { sections, labels } = layout.edges![index]!
      const [section] = sections ?? []
      const [label] = labels ?? []
      return {
        ...edge,
        points: section ? flattenPoints([section.startPoint, ...(section.bendPoints ?? []), section.endPoint]) : [],
        label: [label?.x, label?.y, label?.width, label?.height].map((value) => Math.round(value ?? 0)) as [
          number,
          number,
          number,
          number,
        ],
      }
    }),
  }
}

if (process.argv[1]?.endsWith('machines.ts')) {
  const machines = await loadAllMachines()
  const storedLayouts = JSON.parse(readFileSync(FILES.layouts, 'utf8').trim() || '{}') as Record<
    string,
    PackedChartLayout
  >
  const layouts: Record<string, PackedChartLayout> = {}
  for (const machine of machines) {
    const hash = hashMachine(machine)
    const { [machine.id]: existing } = storedLayouts
    layouts[machine.id] =
      existing?.hash === hash && !process.argv.includes('--all')
        ? existing
        : packLayout({ ...(await layOutChart(chartOf(machine))), hash })
  }
  writeFileSync(FILES.layouts, formatLines(layouts))
  writeFileSync(FILES.examples, formatLines(await loadEventExamples()))
  writeFileSync(FILES.folders, `${JSON.stringify(listMachineFolders(), null, 2)}\n`)
  writeFileSync(FILES.page, renderMachinesPage(machines))
  console.log(`${machines.length} machines written to ${Object.values(FILES).join(', ')}.`)
}
