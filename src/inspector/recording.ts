import type { MaskedValue } from './mask.ts'
import { applyPatches, type Patch } from './patch.ts'

/** An evaluated guard: its transition, its name, and its result. */
export interface GuardResult {
  at: string
  name: string
  says: boolean
}

/**
 * Outcome of an event. `taken`: a transition. `refused`: a guard returned false. `ignored`: the state does not handle the event.
 */
export type EventOutcome = 'taken' | 'refused' | 'ignored'

export interface Step {
  n: number
  /** Time in milliseconds since 1970. */
  at: number
  /** Session id of the actor, and of the event's sender. */
  actor: string
  from?: string
  event: MaskedValue
  outcome: EventOutcome
  /** Transitions taken, `state|event|index`. */
  transitions: readonly string[]
  guards: readonly GuardResult[]
  actions: readonly string[]
  emitted: readonly MaskedValue[]
  /** Children and delays that started and ended in this step. */
  began: readonly string[]
  ended: readonly string[]
  value: MaskedValue
  status: string
  changes: readonly Patch[]
  /** Complete context: in every fiftieth step of an actor, and in its oldest remaining step. */
  whole?: MaskedValue
}

export interface RecordedActor {
  /** Session id, unique within the page. */
  id: string
  name: string
  parent?: string
  /** Name that the view gives a root actor; absent if the view gives no name. */
  about?: string
  /** Id of the machine; absent for callbacks and promises, which have only `src`. */
  machine?: string
  src?: string
  startedAt: number
  endedAt?: number
  status: string
}

/** Data of a recording, as it is stored and exported. */
export interface Recording {
  format: 'atelier-recording'
  version: 1
  app: { version: string; startedAt: string; page: string }
  /** Fingerprint of each machine's definition. */
  machines: Readonly<Record<string, { hash: string }>>
  actors: readonly RecordedActor[]
  steps: readonly Step[]
  /** Number of masked values. */
  masked: number
}

export const eventTypeOf = ({ event }: Pick<Step, 'event'>): string =>
  typeof event === 'object' && event !== null && !Array.isArray(event)
    ? String((event as { type?: MaskedValue }).type)
    : '?'

/** Returns the context of an actor after its step `n`; `null` if no complete context is left before that step. */
export function contextAt(steps: readonly Step[], actor: string, n: number): MaskedValue {
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
    .reduce<MaskedValue>(
      (context, step) =>
        step.actor !== actor ? context : step.whole !== undefined ? step.whole : applyPatches(context, step.changes),
      null,
    )
}

/** Formats a state in one line: `shown.saving`, parallel regions joined with `+`. */
export function stateText(value: MaskedValue): string {
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value)
  return Object.entries(value)
    .map(([name, inner]) => {
      const innerText = stateText(inner)
      return innerText === '' ? name : `${name}.${innerText.includes(' + ') ? `(${innerText})` : innerText}`
    })
    .join(' + ')
}

/** Formats a step's state change in one line, with only the changed parallel regions. */
export function stateChangeText(before: MaskedValue, after: MaskedValue): string {
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  if (isSame || before === null) return stateText(after)
  const [from, to] = changedRegions(before, after)
  return `${stateText(from)} → ${stateText(to)}`
}

function changedRegions(before: MaskedValue, after: MaskedValue): [MaskedValue, MaskedValue] {
  if (!isRegions(before) || !isRegions(after)) return [before, after]
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pickChanged = (regions: Regions) =>
    Object.fromEntries(names.flatMap((name) => (name in regions ? [[name, regions[name]!]] : [])))
  return Object.keys(after).length > 1 ? [pickChanged(before), pickChanged(after)] : [before, after]
}

type Regions = { readonly [name: string]: MaskedValue }
const isRegions = (value: MaskedValue): value is Regions => typeof value === 'object' && value !== null

export function mapPreviousSteps(steps: readonly Step[]): Map<Step, Step> {
  const last = new Map<string, Step>()
  const before = new Map<Step, Step>()
  for (const step of steps) {
    const previous = last.get(step.actor)
    if (previous) before.set(step, previous)
    last.set(step.actor, step)
  }
  return before
}

export function activeStateIds(machine: string, value: MaskedValue): string[] {
  if (typeof value === 'string') return [machine, `${machine}.${value}`]
  if (typeof value !== 'object' || value === null) return [machine]
  return [machine, ...Object.entries(value).flatMap(([key, inner]) => activeStateIds(`${machine}.${key}`, inner))]
}
