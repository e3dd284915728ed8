import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate'
import { written, writtenState } from './describe.ts'
import { type Instrumented, instrument, MARK, type Mark } from './instrument.ts'
import { canHappen, labelsOf, type Model, runningIn } from './model.ts'
import { readHappening } from './stand-in.ts'

/** One thing that happens in a situation, where it leads, and what it shows. */
export interface Step {
  happening: number
  to: Situation
  /** What a path over this step shows. */
  goals: string[]
  took: string[]
}

/** A state with what counts of its context, and the shortest way to it. */
export interface Situation {
  snapshot: AnyMachineSnapshot
  way: readonly number[]
  steps: Step[]
  /** What is shown by coming to rest there. */
  goals: string[]
}

/** Everything a model can come to. */
export interface Explored {
  start: Situation
  situations: Situation[]
  /** The sentences of the model that do not hold somewhere, each with the shortest way there. */
  broken: ReadonlyMap<string, readonly number[]>
}

/** Visits every situation by the definition alone: no actor and no action runs. Throws where the model grows beyond its limit. */
export function explore(model: Model): Explored {
  const told = instrument(model.machine)
  const key = (snapshot: AnyMachineSnapshot) =>
    written([
      snapshot.value,
      snapshot.status,
      runningIn(snapshot),
      model.sees ? model.sees(snapshot.context) : snapshot.context,
    ])
  const first = initialTransition(told.machine, model.input)[0] as AnyMachineSnapshot
  told.takeShown()
  const start: Situation = { snapshot: first, way: [], steps: [], goals: restGoals(first) }
  const found = new Map([[key(first), start]])
  const limit = model.limit ?? 2000
  const broken = new Map(
    Object.entries(model.holds ?? {}).flatMap(([sentence, isTrue]): [string, readonly number[]][] =>
      isTrue(first as never) ? [] : [[sentence, []]],
    ),
  )
  // A map goes on to what is added while it is read.
  for (const situation of found.values()) {
    if (model.stopWhen?.(situation.snapshot)) continue
    for (const [happening, event] of model.happenings.entries()) {
      if (!canHappen(situation.snapshot, event) || model.allows?.(situation.snapshot as never, event) === false)
        continue
      const { next, took, guards, did } = stepOf(told, situation.snapshot, event)
      const way = [...situation.way, happening]
      // Of each context that is met, not of the first in its situation alone.
      for (const [sentence, isTrue] of Object.entries(model.holds ?? {}))
        if (!broken.has(sentence) && !isTrue(next as never)) broken.set(sentence, way)
      const name = key(next)
      let to = found.get(name)
      if (!to) {
        to = { snapshot: next, way, steps: [], goals: restGoals(next) }
        found.set(name, to)
        if (found.size > limit)
          throw new Error(`More than ${limit} situations; leave out of 'sees' what no guard reads`)
      }
      // What is seen where it changes nothing, or where the state stays as it is, says little of the rest.
      const state = writtenState(next.value)
      const effect = state !== writtenState(situation.snapshot.value) ? `to ${state}` : 'in place'
      const hasEffect = to !== situation || did.length > 0
      const goals = [
        ...took.flatMap((branch) => [
          `took ${branch}`,
          ...(hasEffect ? [`effect ${branch} by ${happening} ${effect}`] : []),
        ]),
        ...guards.map((guard) => `guard ${guard}`),
        ...(took.length === 0 ? [`refused ${event.type} in ${writtenState(situation.snapshot.value)}`] : []),
        ...to.goals,
      ]
      situation.steps.push({ happening, to, goals, took })
    }
  }
  return { start, situations: [...found.values()], broken }
}

function stepOf({ machine, takeShown }: Instrumented, from: AnyMachineSnapshot, event: { type: string }) {
  const [next, actions] = transition(machine, from as never, event as never) as unknown as [
    AnyMachineSnapshot,
    { type: string; params: unknown }[],
  ]
  const { guards } = takeShown()
  // By the definition alone an actor that ended is still there, unless its state was left.
  const { kind, name } = readHappening(event.type)
  const ended = kind === 'after' ? '' : name
  const children: Record<string, unknown> = { ...next.children }
  if (ended && children[ended] === (from.children as Record<string, unknown>)[ended]) delete children[ended]
  const marks = actions.flatMap(({ type, params }) => (type === MARK ? [params as Mark] : []))
  return {
    next: { ...next, children } as AnyMachineSnapshot,
    guards,
    took: marks.flatMap((mark) => ('took' in mark ? [mark.took] : [])),
    did: marks.flatMap((mark) => ('did' in mark ? [mark.did] : [])),
  }
}

const restGoals = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => `rest ${id}`)

/** The broken sentences of a model, told with the way there. */
export const brokenSentences = (model: Model, { broken }: Explored): string[] =>
  [...broken].map(([sentence, way]) => `${sentence}: not ${tellWay(labelsOf(model), way)}`)

/** Situations in which something is awaited for ever: from there no answer, failure or delay leads to rest. */
export function traps(model: Model, { situations }: Explored): string[] {
  const labels = labelsOf(model)
  const isOwn = ({ happening }: Step) => !model.happenings[happening]!.type.startsWith('xstate.')
  const resting = new Set(situations.filter(({ snapshot }) => isResting(snapshot)))
  for (let before = -1; before !== resting.size; ) {
    before = resting.size
    for (const situation of situations)
      if (situation.steps.some((step) => !isOwn(step) && resting.has(step.to))) resting.add(situation)
  }
  return situations
    .filter((situation) => !resting.has(situation) && !model.stopWhen?.(situation.snapshot as never))
    .map(({ way }) => `no rest ${tellWay(labels, way)}`)
}

/** Whether nothing more happens by itself: no actor runs whose end is waited for, and no delay is. */
const isResting = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.status !== 'active' ||
  (runningIn(snapshot, isAwaited).length === 0 && snapshot._nodes.every(({ after }) => after.length === 0))

/** One that nothing is said to follow, however it ends, runs for as long as its state. */
const isAwaited = ({ onDone, onError }: { onDone?: unknown; onError?: unknown }) =>
  onDone !== undefined || onError !== undefined

const tellWay = (labels: string[], way: readonly number[]): string =>
  way.length === 0 ? 'at the start' : `after ${way.map((step) => labels[step]).join(', then ')}`
