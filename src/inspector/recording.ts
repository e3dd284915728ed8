import type { Masked } from './mask.ts'
import { applied, type Patch } from './patch.ts'

/** A guard that was asked: of which transition, by its name, and what it said. */
export interface Asked {
  at: string
  name: string
  says: boolean
}

/** What became of an event: a transition, a refusal by a guard, or nothing that the state has an opinion on. */
export type Outcome = 'taken' | 'refused' | 'ignored'

/** One thing that happened to an actor. */
export interface Step {
  n: number
  /** When, in milliseconds since 1970. */
  at: number
  /** Session id of the actor, and of the one that sent the event. */
  actor: string
  from?: string
  event: Masked
  outcome: Outcome
  /** Transitions taken, `state|event|index`. */
  transitions: readonly string[]
  guards: readonly Asked[]
  actions: readonly string[]
  emitted: readonly Masked[]
  /** Children and delays that began and ended with it. */
  began: readonly string[]
  ended: readonly string[]
  value: Masked
  status: string
  changes: readonly Patch[]
  /** The whole context, every fiftieth step of an actor and wherever it is the first that is left. */
  whole?: Masked
}

/** An actor that was seen. */
export interface SeenActor {
  /** Its session id, which no other actor of the page has. */
  id: string
  name: string
  parent?: string
  /** Which part of the page a root belongs to, where its view says so. */
  about?: string
  /** The id of its machine; callbacks and promises have none, but what they are started by. */
  machine?: string
  src?: string
  startedAt: number
  endedAt?: number
  status: string
}

/** What an inspector saw, as it is kept and exported. */
export interface Recording {
  format: 'atelier-recording'
  version: 1
  app: { version: string; startedAt: string; page: string }
  /** The fingerprint of each machine's definition. */
  machines: Readonly<Record<string, { hash: string }>>
  actors: readonly SeenActor[]
  steps: readonly Step[]
  /** How many values were masked. */
  masked: number
}

/** The event of a step, by its type. */
export const typeOf = ({ event }: Pick<Step, 'event'>): string =>
  typeof event === 'object' && event !== null && !Array.isArray(event) ? String((event as { type?: Masked }).type) : '?'

/** The context of an actor after its step `n`; `null` where nothing of it is left before. */
export function contextAt(steps: readonly Step[], actor: string, n: number): Masked {
  let from = -1
  let to = -1
  for (const [index, step] of steps.entries()) {
    if (step.actor !== actor) continue
    if (step.n > n) break
    to = index
    if (step.whole !== undefined) from = index
  }
  if (from < 0) return null
  return steps
    .slice(from, to + 1)
    .reduce<Masked>(
      (context, step) =>
        step.actor !== actor ? context : step.whole !== undefined ? step.whole : applied(context, step.changes),
      null,
    )
}

/** The state in one line: `shown.saving`, regions beside each other with `+`. */
export function stateText(value: Masked): string {
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value)
  return Object.entries(value)
    .map(([name, inner]) => {
      const told = stateText(inner)
      return told === '' ? name : `${name}.${told.includes(' + ') ? `(${told})` : told}`
    })
    .join(' + ')
}

/** From where to where a step led, in one line: of regions beside each other only those that changed. */
export function wayText(before: Masked, after: Masked): string {
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  if (isSame || before === null) return stateText(after)
  const [from, to] = changedIn(before, after)
  return `${stateText(from)} → ${stateText(to)}`
}

function changedIn(before: Masked, after: Masked): [Masked, Masked] {
  if (!isRegions(before) || !isRegions(after)) return [before, after]
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const part = (of: Regions) => Object.fromEntries(names.flatMap((name) => (name in of ? [[name, of[name]!]] : [])))
  return Object.keys(after).length > 1 ? [part(before), part(after)] : [before, after]
}

type Regions = { readonly [name: string]: Masked }
const isRegions = (value: Masked): value is Regions => typeof value === 'object' && value !== null

/** The step of the same actor before each step that has one. */
export function stepsBefore(steps: readonly Step[]): Map<Step, Step> {
  const last = new Map<string, Step>()
  const before = new Map<Step, Step>()
  for (const step of steps) {
    const former = last.get(step.actor)
    if (former) before.set(step, former)
    last.set(step.actor, step)
  }
  return before
}

/** The ids of all states that a value says are active, the machine's own among them. */
export function activeIds(machine: string, value: Masked): string[] {
  if (typeof value === 'string') return [machine, `${machine}.${value}`]
  if (typeof value !== 'object' || value === null) return [machine]
  return [machine, ...Object.entries(value).flatMap(([key, inner]) => activeIds(`${machine}.${key}`, inner))]
}
