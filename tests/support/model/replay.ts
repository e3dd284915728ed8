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

/** Replaces the actors of an instrumented machine with stubs. */
export function prepareReplay(instrumented: InstrumentedMachine): ReplayMachine {
  const { machine } = instrumented
  return { instrumented, machine: machine.provide({ actors: createActorStubs(machine) } as never) }
}

/**
 * Runs one path on an actor with a simulated clock. Yields a paragraph for each step, starting with the initial state. Throws if
 * an event cannot happen, because the actor does not run or the delay is not pending.
 */
export function* replaySteps(
  model: MachineModel,
  path: readonly number[],
  replayMachine: ReplayMachine,
  coverage?: Coverage,
): Generator<string> {
  const { instrumented, machine } = replayMachine
  const clock = new SimulatedClock()
  const labels = labelEvents(model)
  const random = Math.random
  // Makes random choices repeatable.
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
      const step = describeStep(label, before, after, actions, emitted.splice(0), errors.splice(0))
      before = after
      return step
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
  /** Scheduled events. Rescheduling creates a new object. */
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

/** Separates an event from the states that it leads to. */
export const TARGET_ARROW = ' → '

/** Maximum length of a line in a record, in characters. A single longer fact has its own line. */
export const MAX_LINE_LENGTH = 130

/**
 * Describes what an event changed: the regions that entered another state, with new tags in parentheses, and in the lines below
 * the actions, context, emitted events, actors and delays. The end of an actor or a delay is not repeated after its own event.
 */
function describeStep(
  label: string,
  before: ActorObservation,
  after: ActorObservation,
  ranActions: string[],
  emitted: unknown[],
  errors: unknown[],
): string {
  const oldRegions = before.state.split(' + ')
  const target = [
    ...after.state.split(' + ').filter((region) => !oldRegions.includes(region)),
    ...(after.status === before.status ? [] : [`(${after.status})`]),
  ].join(' + ')
  const tags = after.tags === before.tags ? '' : `(${after.tags || 'untagged'})`
  const facts = [
    ...(ranActions.length > 0 ? [`does ${ranActions.join(', ')}`] : []),
    ...Object.entries(after.context).flatMap(([key, value]) =>
      value === before.context[key] ? [] : [`${key} = ${value}`],
    ),
    ...emitted.map((event) => `emits ${formatEmitted(event)}`),
    ...Object.entries(before.children).flatMap(([id, { id: sessionId }]) =>
      after.children[id]?.id === sessionId || isEndOf(label, id) ? [] : [`stops ${id}`],
    ),
    ...Object.entries(after.children).flatMap(([id, { id: sessionId, input }]) =>
      before.children[id]?.id === sessionId ? [] : [`runs ${id}${input === 'undefined' ? '' : ` ${input}`}`],
    ),
    ...Object.entries(after.timers).flatMap(([name, timer]) =>
      before.timers[name] === timer ? [] : [`waits ${name}`],
    ),
    ...Object.keys(before.timers).flatMap((name) =>
      name in after.timers || label === `${name.slice(0, name.lastIndexOf(' in '))} passes` ? [] : [`ends ${name}`],
    ),
    ...errors.map((error) => `throws ${formatValue(error)}`),
  ]
  const change = [target, tags].filter((text) => text !== '').join(' ')
  return [`  ${label}${change && TARGET_ARROW}${change}`, ...joinInLines(facts, '; ', '    ')].join('\n')
}

const isEndOf = (label: string, actorId: string) =>
  label.startsWith(`${actorId} answers `) || label.startsWith(`${actorId} fails `)

function formatEmitted(event: unknown): string {
  const { type, ...data } = event as { type: string }
  return Object.keys(data).length > 0 ? `${type} ${formatValue(data)}` : type
}

/** Joins texts to lines of at most {@link MAX_LINE_LENGTH} characters. */
export function joinInLines(texts: readonly string[], separator: string, indent: string): string[] {
  const lines: string[] = []
  for (const text of texts) {
    const joined = `${lines.at(-1)}${separator}${text}`
    if (lines.length > 0 && joined.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = joined
    else lines.push(`${indent}${text}`)
  }
  return lines
}
