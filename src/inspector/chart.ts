import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import type { MaskedValue } from './mask.ts'
import { stateText } from './recording.ts'

/** A line of text on a chart, with the ids of its transitions. */
export interface ChartLine {
  ids: readonly string[]
  text: string
}

export interface ChartNode {
  id: string
  name: string
  kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history'
  parent?: string
  isInitial: boolean
  /** Transitions without a target, which do not leave the state. */
  lines: readonly ChartLine[]
}

/** All transitions from one state to another. */
export interface ChartEdge {
  from: string
  to: string
  lines: readonly ChartLine[]
}

export interface Chart {
  id: string
  nodes: readonly ChartNode[]
  edges: readonly ChartEdge[]
}

export function eventText(type: string): string {
  if (type === '') return 'always'
  if (type === 'xstate.init') return 'start'
  const [, kind, rest = ''] = /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.*)$/.exec(type) ?? []
  if (kind === 'after') return `after ${rest.split('.')[0]}${/^\d/.test(rest) ? ' ms' : ''}`
  if (kind === 'done.actor') return `${rest} done`
  if (kind === 'error.actor') return `${rest} failed`
  return kind ? 'done' : type
}

/** Returns the transitions of a state in order, grouped by event. */
export const transitionsOf = (node: AnyStateNode): [type: string, all: readonly AnyTransitionDefinition[]][] => [
  ...[...node.transitions].map(
    ([type, transitions]) => [type as string, transitions] as [string, AnyTransitionDefinition[]],
  ),
  ...(node.always && node.always.length > 0 ? [['', node.always] as [string, AnyTransitionDefinition[]]] : []),
]

/** Returns all states of a machine, parents before children. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

/** Creates the graph of a machine: each state once, each transition on exactly one line. */
export function chartOf(machine: AnyStateMachine): Chart {
  const stateNodes = nodesOf(machine.root)
  const edges = new Map<string, { from: string; to: string; lines: ChartLine[] }>()
  const nodes = stateNodes.map((node): ChartNode => {
    const lines: ChartLine[] = []
    for (const [type, transitions] of transitionsOf(node)) {
      // A forbidden transition: the event is accepted without effect.
      if (transitions.length === 0) lines.push({ ids: [], text: `${eventText(type)} ✕` })
      for (const [index, { guard, target, actions }] of transitions.entries()) {
        const line: ChartLine = {
          ids: [`${node.id}|${type}|${index}`],
          text: `${eventText(type)}${guard ? ` [${guardText(guard)}]` : ''}`,
        }
        const [firstTarget] = target ?? []
        if (!firstTarget) {
          lines.push(actions.length > 0 || guard ? line : { ...line, text: `${line.text} ✕` })
          continue
        }
        const key = `${node.id}→${firstTarget.id}`
        const edge = edges.get(key) ?? { from: node.id, to: firstTarget.id, lines: [] }
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

/**
 * Returns the name of a guard. A combined guard is named by its parts, because the name of the combination differs between
 * builds.
 */
export function guardText(guard: unknown): string {
  if (typeof guard === 'string') return guard
  const { type, guards, stateValue } = guard as { type?: unknown; guards?: unknown[]; stateValue?: unknown }
  if (stateValue !== undefined) return `in ${stateText(stateValue as MaskedValue)}`
  if (!Array.isArray(guards)) return typeof type === 'string' ? type : 'ƒ'
  return guards.length === 1 ? `not ${guardText(guards[0])}` : guards.map(guardText).join(' · ')
}

const hashes = new WeakMap<object, string>()

/** Returns the fingerprint of a machine's definition, which is the same in every build. */
export function hashMachine(machine: AnyStateMachine): string {
  const cached = hashes.get(machine.config)
  if (cached) return cached
  let [h1, h2] = [7, 11]
  for (const character of JSON.stringify(chartOf(machine))) {
    h1 = Math.imul(h1 ^ character.charCodeAt(0), 2654435761)
    h2 = Math.imul(h2 ^ h1 ^ (h1 >>> 15), 1597334677)
  }
  const hash = `${(h1 >>> 0).toString(36)}${(h2 >>> 0).toString(36)}`
  hashes.set(machine.config, hash)
  return hash
}
