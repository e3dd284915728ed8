import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import type { Masked } from './mask.ts'
import { stateText } from './recording.ts'

/** A line on a chart: the transitions it stands for, and what it says. */
export interface Line {
  ids: readonly string[]
  text: string
}

/** A state. */
export interface ChartNode {
  id: string
  name: string
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  parent?: string
  /** Whether its parent begins there. */
  isInitial: boolean
  /** What it does and hears without leaving: transitions without a target. */
  lines: readonly Line[]
}

/** All transitions from one state to another. */
export interface ChartEdge {
  from: string
  to: string
  lines: readonly Line[]
}

/** A machine as a drawing. */
export interface Chart {
  id: string
  nodes: readonly ChartNode[]
  edges: readonly ChartEdge[]
}

/** What XState calls an event, as people do. */
export function eventText(type: string): string {
  if (type === '') return 'always'
  if (type === 'xstate.init') return 'start'
  const [, kind, rest = ''] = /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.*)$/.exec(type) ?? []
  if (kind === 'after') return `after ${rest.split('.')[0]}${/^\d/.test(rest) ? ' ms' : ''}`
  if (kind === 'done.actor') return `${rest} done`
  if (kind === 'error.actor') return `${rest} failed`
  return kind ? 'done' : type
}

/** The transitions of a state in their order, under the event each is of. */
export const transitionsOf = (node: AnyStateNode): [type: string, all: readonly AnyTransitionDefinition[]][] => [
  ...[...node.transitions].map(([type, all]) => [type as string, all] as [string, AnyTransitionDefinition[]]),
  ...(node.always && node.always.length > 0 ? [['', node.always] as [string, AnyTransitionDefinition[]]] : []),
]

/** All states of a machine, each before those inside it. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

/** Reads the drawing from the machine itself: each state once, each transition on exactly one line. */
export function chartOf(machine: AnyStateMachine): Chart {
  const all = nodesOf(machine.root)
  const edges = new Map<string, { from: string; to: string; lines: Line[] }>()
  const nodes = all.map((node): ChartNode => {
    const lines: Line[] = []
    for (const [type, transitions] of transitionsOf(node)) {
      // Written out and forbidden: the event is heard, and nothing happens.
      if (transitions.length === 0) lines.push({ ids: [], text: `${eventText(type)} ✕` })
      for (const [index, { guard, target, actions }] of transitions.entries()) {
        const line: Line = {
          ids: [`${node.id}|${type}|${index}`],
          text: `${eventText(type)}${guard ? ` [${guardText(guard)}]` : ''}`,
        }
        const [first] = target ?? []
        if (!first) {
          lines.push(actions.length > 0 || guard ? line : { ...line, text: `${line.text} ✕` })
          continue
        }
        const key = `${node.id}→${first.id}`
        const edge = edges.get(key) ?? { from: node.id, to: first.id, lines: [] }
        edges.set(key, edge)
        edge.lines.push(line)
      }
    }
    return {
      id: node.id,
      name: node.key,
      kind: node.type,
      ...(node.parent && { parent: node.parent.id }),
      isInitial: node.parent?.type === 'compound' && node.parent.initial?.target[0] === node,
      lines,
    }
  })
  return { id: machine.id, nodes, edges: [...edges.values()] }
}

/** The name of a guard. What joins others is told by them: its own name is another in each build. */
export function guardText(guard: unknown): string {
  if (typeof guard === 'string') return guard
  const { type, guards, stateValue } = guard as { type?: unknown; guards?: unknown[]; stateValue?: unknown }
  if (stateValue !== undefined) return `in ${stateText(stateValue as Masked)}`
  if (!Array.isArray(guards)) return typeof type === 'string' ? type : 'ƒ'
  return guards.length === 1 ? `not ${guardText(guards[0])}` : guards.map(guardText).join(' · ')
}

const hashes = new WeakMap<object, string>()

/** The fingerprint of a machine's definition, the same in every build of it. */
export function hashOf(machine: AnyStateMachine): string {
  const known = hashes.get(machine.config)
  if (known) return known
  let [one, other] = [7, 11]
  for (const letter of JSON.stringify(chartOf(machine))) {
    one = Math.imul(one ^ letter.charCodeAt(0), 2654435761)
    other = Math.imul(other ^ one ^ (one >>> 15), 1597334677)
  }
  const hash = `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`
  hashes.set(machine.config, hash)
  return hash
}
