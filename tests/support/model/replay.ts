import { type AnyActor, type AnyStateMachine, createActor, SimulatedClock } from 'xstate'
import { written, writtenState } from './describe.ts'
import { type Instrumented, instrument } from './instrument.ts'
import { labelsOf, type Model } from './model.ts'
import { type Happening, happenAlone, type StandInSnapshot, standInFor } from './stand-in.ts'

/** What was covered while paths were replayed. */
export interface Coverage {
  took: Set<string>
  guards: Set<string>
  rests: Set<string>
  /** The actors that ran, by the name they are provided under. */
  ran: Set<string>
  /** The types of all that was told. */
  told: Set<string>
  /** Everything the last path told, and the states it went through. */
  emitted: unknown[]
  states: string[]
}

/** Nothing covered yet. */
export const noCoverage = (): Coverage => ({
  took: new Set(),
  guards: new Set(),
  rests: new Set(),
  ran: new Set(),
  told: new Set(),
  emitted: [],
  states: [],
})

/** The machine made ready to be replayed many times. */
export interface Stage {
  told: Instrumented
  machine: AnyStateMachine
}

/** Makes a machine ready: its actors replaced, its doings told. */
export function stageOf(told: Instrumented): Stage {
  const { machine } = told
  return { told, machine: machine.provide({ actors: standInFor(machine) } as never) }
}

/**
 * Runs one path on a running actor with a clock of its own; gives what each step showed, the start first, one paragraph
 * each. Throws where something is to happen that cannot: an actor that does not run, a delay that is not waited for.
 */
export function* replay(model: Model, path: readonly number[], stage: Stage, coverage?: Coverage): Generator<string> {
  const { told, machine } = stage
  const clock = new SimulatedClock()
  const labels = labelsOf(model)
  const random = Math.random
  // What is drawn by lot is drawn the same each time.
  Math.random = () => 0.5
  try {
    told.takeShown()
    const actor = createActor(machine, { input: model.input, clock }) as AnyActor
    const emitted: unknown[] = []
    const errors: unknown[] = []
    if (coverage) Object.assign(coverage, { emitted: [], states: [] })
    actor.on('*', (event: { type: string }) => {
      emitted.push(event)
      coverage?.emitted.push(event)
      coverage?.told.add(event.type)
    })
    actor.subscribe({ error: (error: unknown) => errors.push(error) })
    let before = nothingYet
    const observe = (label: string) => {
      const seen = observed(actor)
      const { took, guards, did } = told.takeShown()
      coverage?.states.push(seen.state)
      for (const branch of took) coverage?.took.add(branch)
      for (const guard of guards) coverage?.guards.add(guard)
      for (const { id } of actor.getSnapshot()._nodes) coverage?.rests.add(id)
      for (const child of Object.values(actor.getSnapshot().children as Record<string, AnyActor>))
        if (typeof child.src === 'string') coverage?.ran.add(child.src)
      const lines = [`  ${label}`, ...differences(before, seen, did, emitted.splice(0), errors.splice(0))]
      before = seen
      return lines.join('\n')
    }
    actor.start()
    yield observe('starts')
    for (const step of path) {
      happenAlone(actor, clock, model.happenings[step] as Happening)
      yield observe(labels[step]!)
    }
    actor.stop()
  } finally {
    Math.random = random
  }
}

/** Replays a path of a model as its machine is. */
export const replayed = (model: Model, path: readonly number[], coverage?: Coverage): string[] => [
  ...replay(model, path, stageOf(instrument(model.machine)), coverage),
]

interface Observed {
  state: string
  status: string
  tags: string
  context: Record<string, string>
  children: Record<string, { id: unknown; input: string }>
  /** What is scheduled; another object each time it is scheduled anew. */
  timers: Record<string, object>
}

const nothingYet: Observed = { state: '', status: 'active', tags: '', context: {}, children: {}, timers: {} }

function observed(actor: AnyActor): Observed {
  const snapshot = actor.getSnapshot()
  const children = Object.entries(snapshot.children as Record<string, AnyActor>)
  const timers = Object.values(actor.system.getSnapshot()._scheduledEvents)
  return {
    state: writtenState(snapshot.value),
    status: snapshot.status,
    tags: [...snapshot.tags].sort().join(', '),
    context: Object.fromEntries(Object.entries(snapshot.context).map(([key, value]) => [key, written(value)])),
    children: Object.fromEntries(
      children.map(([id, child]) => [
        id,
        { id: child.sessionId, input: written((child.getSnapshot() as StandInSnapshot).input) },
      ]),
    ),
    timers: Object.fromEntries(
      timers.map((timer) => [`${timer.event.type.replace('xstate.after.', '')} in ${timer.delay} ms`, timer]),
    ),
  }
}

function differences(before: Observed, now: Observed, did: string[], emitted: unknown[], errors: unknown[]): string[] {
  const line = (word: string, text: string) => `    ${word.padEnd(6)} ${text}`
  const lines: string[] = []
  if (now.state !== before.state || now.tags !== before.tags)
    lines.push(line('is', `${now.state}${now.tags && ` (${now.tags})`}`))
  if (now.status !== before.status) lines.push(line('is', now.status))
  if (did.length > 0) lines.push(line('does', did.join(', ')))
  for (const [key, value] of Object.entries(now.context))
    if (value !== before.context[key]) lines.push(line('keeps', `${key} = ${value}`))
  for (const event of emitted) lines.push(line('emits', written(event)))
  for (const [id, { id: was }] of Object.entries(before.children))
    if (now.children[id]?.id !== was) lines.push(line('stops', id))
  for (const [id, { id: is, input }] of Object.entries(now.children))
    if (before.children[id]?.id !== is) lines.push(line('runs', `${id}${input === 'undefined' ? '' : ` ${input}`}`))
  for (const [name, timer] of Object.entries(now.timers))
    if (before.timers[name] !== timer) lines.push(line('waits', name))
  for (const name of Object.keys(before.timers)) if (!(name in now.timers)) lines.push(line('ends', name))
  for (const error of errors) lines.push(line('throws', written(error)))
  return lines.length > 0 ? lines : [line('stays', 'as it was')]
}
