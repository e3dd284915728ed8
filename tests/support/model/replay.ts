import { type AnyActor, type AnyStateMachine, createActor, SimulatedClock } from 'xstate'
import { createActorStubs, type MachineEvent, type StubSnapshot, triggerEventAlone } from './actor-stub.ts'
import { formatState, formatValue } from './format-value.ts'
import { type InstrumentedMachine, instrumentMachine } from './instrument.ts'
import { labelEvents, type MachineModel } from './model.ts'

export interface Coverage {
  branches: Set<string>
  guards: Set<string>
  restStates: Set<string>
  /** Actors that ran, by the name of their implementation. */
  actors: Set<string>
  emittedTypes: Set<string>
  /** Events that the last path emitted, and the states on that path. */
  emitted: unknown[]
  states: string[]
}

export const createCoverage = (): Coverage => ({
  branches: new Set(),
  guards: new Set(),
  restStates: new Set(),
  actors: new Set(),
  emittedTypes: new Set(),
  emitted: [],
  states: [],
})

export interface ReplayMachine {
  instrumented: InstrumentedMachine
  machine: AnyStateMachine
}

/** Prepares an instrumented machine: replaces its actors with stubs. */
export function prepareReplay(instrumented: InstrumentedMachine): ReplayMachine {
  const { machine } = instrumented
  return { instrumented, machine: machine.provide({ actors: createActorStubs(machine) } as never) }
}

/**
 * Runs one path on an actor with a simulated clock. Yields a paragraph for each step, starting with the initial state. Throws if
 * an event cannot happen: its actor does not run, or its delay is not pending.
 */
export function* replaySteps(
  model: MachineModel,
  path: readonly number[],
  stage: ReplayMachine,
  coverage?: Coverage,
): Generator<string> {
  const { instrumented, machine } = stage
  const clock = new SimulatedClock()
  const labels = labelEvents(model)
  const random = Math.random
  // Makes random choices the same each time.
  Math.random = () => 0.5
  try {
    instrumented.takeTrace()
    const actor = createActor(machine, { input: model.input, clock }) as AnyActor
    const emitted: unknown[] = []
    const errors: unknown[] = []
    if (coverage) Object.assign(coverage, { emitted: [], states: [] })
    actor.on('*', (event: { type: string }) => {
      emitted.push(event)
      coverage?.emitted.push(event)
      coverage?.emittedTypes.add(event.type)
    })
    actor.subscribe({ error: (error: unknown) => errors.push(error) })
    let before = NO_OBSERVATION
    const observe = (label: string) => {
      const after = observeActor(actor)
      const { branches, guards, actions } = instrumented.takeTrace()
      coverage?.states.push(after.state)
      for (const branch of branches) coverage?.branches.add(branch)
      for (const guard of guards) coverage?.guards.add(guard)
      for (const { id } of actor.getSnapshot()._nodes) coverage?.restStates.add(id)
      for (const child of Object.values(actor.getSnapshot().children as Record<string, AnyActor>))
        if (typeof child.src === 'string') coverage?.actors.add(child.src)
      const lines = [`  ${label}`, ...describeChanges(before, after, actions, emitted.splice(0), errors.splice(0))]
      before = after
      return lines.join('\n')
    }
    actor.start()
    yield observe('starts')
    for (const step of path) {
      triggerEventAlone(actor, clock, model.events[step] as MachineEvent)
      yield observe(labels[step]!)
    }
    actor.stop()
  } finally {
    Math.random = random
  }
}

/** Replays a path of a model on its unchanged machine. */
export const replayModel = (model: MachineModel, path: readonly number[], coverage?: Coverage): string[] => [
  ...replaySteps(model, path, prepareReplay(instrumentMachine(model.machine)), coverage),
]

interface ActorObservation {
  state: string
  status: string
  tags: string
  context: Record<string, string>
  children: Record<string, { id: unknown; input: string }>
  /** Scheduled events; rescheduling creates a new object. */
  timers: Record<string, object>
}

const NO_OBSERVATION: ActorObservation = {
  state: '',
  status: 'active',
  tags: '',
  context: {},
  children: {},
  timers: {},
}

function observeActor(actor: AnyActor): ActorObservation {
  const snapshot = actor.getSnapshot()
  const children = Object.entries(snapshot.children as Record<string, AnyActor>)
  const timers = Object.values(actor.system.getSnapshot()._scheduledEvents)
  return {
    state: formatState(snapshot.value),
    status: snapshot.status,
    tags: [...snapshot.tags].sort().join(', '),
    context: Object.fromEntries(Object.entries(snapshot.context).map(([key, value]) => [key, formatValue(value)])),
    children: Object.fromEntries(
      children.map(([id, child]) => [
        id,
        { id: child.sessionId, input: formatValue((child.getSnapshot() as StubSnapshot).input) },
      ]),
    ),
    timers: Object.fromEntries(
      timers.map((timer) => [`${timer.event.type.replace('xstate.after.', '')} in ${timer.delay} ms`, timer]),
    ),
  }
}

function describeChanges(
  before: ActorObservation,
  after: ActorObservation,
  ranActions: string[],
  emitted: unknown[],
  errors: unknown[],
): string[] {
  const line = (verb: string, text: string) => `    ${verb.padEnd(6)} ${text}`
  const lines: string[] = []
  if (after.state !== before.state || after.tags !== before.tags)
    lines.push(line('is', `${after.state}${after.tags && ` (${after.tags})`}`))
  if (after.status !== before.status) lines.push(line('is', after.status))
  if (ranActions.length > 0) lines.push(line('does', ranActions.join(', ')))
  for (const [key, value] of Object.entries(after.context))
    if (value !== before.context[key]) lines.push(line('keeps', `${key} = ${value}`))
  for (const event of emitted) lines.push(line('emits', formatValue(event)))
  for (const [id, { id: was }] of Object.entries(before.children))
    if (after.children[id]?.id !== was) lines.push(line('stops', id))
  for (const [id, { id: is, input }] of Object.entries(after.children))
    if (before.children[id]?.id !== is) lines.push(line('runs', `${id}${input === 'undefined' ? '' : ` ${input}`}`))
  for (const [name, timer] of Object.entries(after.timers))
    if (before.timers[name] !== timer) lines.push(line('waits', name))
  for (const name of Object.keys(before.timers)) if (!(name in after.timers)) lines.push(line('ends', name))
  for (const error of errors) lines.push(line('throws', formatValue(error)))
  return lines.length > 0 ? lines : [line('stays', 'as it was')]
}
