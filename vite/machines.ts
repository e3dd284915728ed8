/**
 * Writes where the inspector draws each state and edge, `src/inspector/layouts.json`, what it begins from where an event is
 * written, `src/inspector/examples.json`, and the machines as people read them, `docs/machines.md`: `npm run machines`.
 * `tests/inspector/machines.test.ts` fails where one is stale.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { Examples } from '../src/inspector/examples.ts'
import { type Chart, type ChartEdge, type ChartNode, chartOf, hashOf } from '../src/inspector/graph.ts'
import { type Layout, type PackedLayout, packed } from '../src/inspector/layout.ts'
import { machinesPage } from '../src/inspector/mermaid.ts'

const FILES = {
  layouts: 'src/inspector/layouts.json',
  examples: 'src/inspector/examples.json',
  page: 'docs/machines.md',
}

/** Every machine of the app, by its id. */
export async function allMachines(): Promise<AnyStateMachine[]> {
  const files = readdirSync('src/machines').filter((name) => name.endsWith('.machine.ts'))
  const modules = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ `../src/machines/${name}`) as Promise<object>),
  )
  return modules
    .flatMap((module) => Object.values(module) as unknown[])
    .map((value) =>
      typeof value === 'function' && /^create\w+Machine$/.test(value.name) ? (value as () => unknown)() : value,
    )
    .filter((value): value is AnyStateMachine => value instanceof StateMachine)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** The first event of each type in the models of a machine, as far as it carries something that can be written down. */
export async function allExamples(): Promise<Examples> {
  const files = readdirSync('tests/machines').filter((name) => name.endsWith('.model.ts'))
  const modules = await Promise.all(
    files.sort().map((name) => import(/* @vite-ignore */ `../tests/machines/${name}`) as Promise<object>),
  )
  const tried = modules
    .flatMap((module) => Object.values(module) as unknown[])
    .flatMap((value) => Object.values((value as Partial<Tried> | null)?.models ?? {}))
  const examples: Record<string, Record<string, { type: string }>> = {}
  for (const { machine, happenings } of tried)
    for (const event of happenings) {
      const isBare = event.type.startsWith('xstate.') || Object.keys(event).length < 2
      if (isBare || !isDeepStrictEqual(JSON.parse(JSON.stringify(event)), { ...event })) continue
      examples[machine.id] = { [event.type]: event, ...examples[machine.id] }
    }
  return Object.fromEntries(Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)))
}

interface Tried {
  models: Record<string, { machine: AnyStateMachine; happenings: readonly { type: string }[] }>
}

/** An object as JSON with an entry to a line: a change of one is read as that. */
const inLines = (entries: object) =>
  `{\n${Object.entries(entries)
    .map(([id, entry]) => `${JSON.stringify(id)}: ${JSON.stringify(entry)}`)
    .join(',\n')}\n}\n`

/** About how wide a text is drawn, in points. */
const wide = (text: string, size: number) => Math.ceil(text.length * size * 0.6)
const LINE = 13
const HEAD = 30

const OPTIONS = {
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

/** Draws the states in the order of their definition; ELK breaks over that order where edges cross many levels, and then picks its own. */
const layOut = (chart: Chart): Promise<Layout> =>
  drawn(chart, { ...OPTIONS, 'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES' }).catch(() =>
    drawn(chart, OPTIONS),
  )

async function drawn(chart: Chart, options: Record<string, string>): Promise<Layout> {
  const inside = (id: string) => chart.nodes.filter(({ parent }) => parent === id)
  const elkNode = (node: ChartNode): ElkNode => {
    const children = inside(node.id).map(elkNode)
    const lines = node.lines.map(({ text }) => wide(text, 10))
    const width = Math.max(72, wide(node.name, 12) + 24, ...lines.map((it) => it + 24))
    const height = HEAD + node.lines.length * LINE + (node.lines.length > 0 ? 8 : 4)
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
      { text: 'l', width: Math.max(...lines.map(({ text }) => wide(text, 10))) + 6, height: lines.length * LINE + 2 },
    ],
  })
  const [root] = chart.nodes
  const laid: ElkNode = await new ELK().layout({
    id: ' ',
    layoutOptions: options,
    children: [elkNode(root!)],
    edges: chart.edges.map(elkEdge),
  })
  const boxes = new Map<string, readonly number[]>()
  const note = (node: ElkNode): void => {
    boxes.set(
      node.id,
      [node.x, node.y, node.width, node.height].map((it) => Math.round(it ?? 0)),
    )
    node.children?.forEach(note)
  }
  laid.children?.forEach(note)
  const round = (points: readonly { x: number; y: number }[]) =>
    points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)])
  return {
    hash: '',
    size: [Math.ceil(laid.width ?? 0), Math.ceil(laid.height ?? 0)],
    nodes: chart.nodes.map((node) => ({ ...node, box: boxes.get(node.id) as [number, number, number, number] })),
    edges: chart.edges.map((edge, index) => {
      const { sections, labels } = laid.edges![index]!
      const [section] = sections ?? []
      const [label] = labels ?? []
      return {
        ...edge,
        points: section ? round([section.startPoint, ...(section.bendPoints ?? []), section.endPoint]) : [],
        label: [label?.x, label?.y, label?.width, label?.height].map((it) => Math.round(it ?? 0)) as [
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
  const machines = await allMachines()
  const known = JSON.parse(readFileSync(FILES.layouts, 'utf8').trim() || '{}') as Record<string, PackedLayout>
  const layouts: Record<string, PackedLayout> = {}
  for (const machine of machines) {
    const hash = hashOf(machine)
    const { [machine.id]: laid } = known
    layouts[machine.id] =
      laid?.hash === hash && !process.argv.includes('--all')
        ? laid
        : packed({ ...(await layOut(chartOf(machine))), hash })
  }
  writeFileSync(FILES.layouts, inLines(layouts))
  writeFileSync(FILES.examples, inLines(await allExamples()))
  writeFileSync(FILES.page, machinesPage(machines))
  console.log(`${machines.length} machines written to ${Object.values(FILES).join(', ')}.`)
}
