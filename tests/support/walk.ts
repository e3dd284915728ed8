/**
 * Walks a machine along generated paths: one test for every state it can come to, and in that test every step it can
 * take from there. Nothing is awaited: invoked actors are stand-ins that answer or fail when the path says so, and
 * timers fire on a simulated clock.
 *
 *     describe('list', () => {
 *       walkEveryPath(createListMachine<Row>(), {
 *         input: { query },
 *         happenings: [
 *           waits('debounce', 'list.uninitialized'), // the delay's name (or milliseconds), the state's id
 *           answers('loadPage', page),               // an invoke's id is its src (house rule)
 *           fails('loadPage', new Error('gone')),
 *           { type: 'page.requested', page: 2 },
 *         ],
 *         sees: (context) => [context.query.page, context.rows.length],
 *       })
 *     })
 *
 * `sees` is the part of the context that counts. Two situations are the same when state and `sees` are the same, so it
 * is also what keeps the walk finite: leave out ids, dates and everything that grows. Where it still grows, `stopWhen`
 * says where to turn back and `limit` ends a walk that ran away. For a single path of your own, use `startWalk`.
 */
import { expect, test } from 'vitest'
import {
  type Actor,
  type ActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EmittedFrom,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  initialTransition,
  SimulatedClock,
  type Snapshot,
  type StateNode,
  transition,
} from 'xstate'
import { getShortestPaths } from 'xstate/graph'

/** What an invoked actor or a delay may do; made by `answers`, `fails` and `waits`. */
export type ActorHappening =
  | { type: `xstate.done.actor.${string}`; output: unknown }
  | { type: `xstate.error.actor.${string}`; error: unknown }
  | { type: `xstate.after.${string}` }

/** The invoked actor `actor` (its id) finishes with `output`. */
export const answers = (actor: string, output?: unknown): ActorHappening => ({
  type: `xstate.done.actor.${actor}`,
  output,
})

/** The invoked actor `actor` (its id) fails with `error`. */
export const fails = (actor: string, error: unknown): ActorHappening => ({ type: `xstate.error.actor.${actor}`, error })

/** The delay `delay` (its name, or milliseconds) of the state with the id `state` passes, as in `list.uninitialized`. */
export const waits = (delay: string | number, state: string): ActorHappening => ({
  type: `xstate.after.${delay}.${state}`,
})

/** How a machine is walked; `sees` and the limits are told at the top of this file. */
export interface WalkOptions<M extends AnyStateMachine> {
  input?: InputFrom<M>
  happenings: readonly (EventFromLogic<M> | ActorHappening)[]
  sees?: (context: ContextFrom<M>) => unknown
  /** Names of actors that run as the machine has them, instead of stand-ins. */
  keeps?: readonly string[]
  /** The walk does not go on from here. */
  stopWhen?: (snapshot: AnyMachineSnapshot) => boolean
  /** More situations than this are a fault of the test. Default 2000. */
  limit?: number
  /** Ids of states that no happening leads to; every other resting state must be reached. */
  unreached?: readonly string[]
  /** Runs at the end of every path, for what state and context do not tell. */
  check?: (walk: Walk<M>, happenings: readonly EventObject[]) => void
}

/** A running machine whose actors and clock obey the test. */
export interface Walk<M extends AnyStateMachine> {
  actor: Actor<M>
  /** Everything the machine emitted, in order. */
  emitted: EmittedFrom<M>[]
  /** Makes one thing happen; throws when no such actor or delay is running. */
  happens: (happening: EventFromLogic<M> | ActorHappening) => void
}

type StandInEvent = { type: 'answered'; output: unknown } | { type: 'failed'; error: unknown }

const standIn: ActorLogic<Snapshot<unknown>, StandInEvent, unknown> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (event.type === 'answered') return { status: 'done', output: event.output, error: undefined }
    if (event.type === 'failed') return { status: 'error', output: undefined, error: event.error }
    return snapshot
  },
}

/** Starts `machine` with stand-ins for its actors, to be led by hand. */
export function startWalk<M extends AnyStateMachine>(
  machine: M,
  options: Pick<WalkOptions<M>, 'input' | 'keeps'> = {},
): Walk<M> {
  const clock = new SimulatedClock()
  const names = Object.keys(machine.implementations.actors).filter((name) => !options.keeps?.includes(name))
  const actors = Object.fromEntries(names.map((name) => [name, standIn]))
  const actor = createActor(machine.provide({ actors }), { input: options.input, clock }) as Actor<M>
  const emitted: EmittedFrom<M>[] = []
  actor.on('*', (event: EmittedFrom<M>) => emitted.push(event))
  actor.start()
  const happens = (happening: EventObject) => {
    const [, kind, name = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/s.exec(happening.type) ?? []
    if (kind === undefined) actor.send(happening as EventFromLogic<M>)
    else if (kind === 'after') clock.increment(timerOf(actor, happening.type))
    else childOf(actor, name).send(asStandInEvent(happening))
  }
  return { actor, emitted, happens }
}

/** One test for every state the happenings lead to; each also takes every single step from there. */
export function walkEveryPath<M extends AnyStateMachine>(machine: M, options: WalkOptions<M>): void {
  const see = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, options.sees?.(snapshot.context)])
  const listed = new Set<EventObject>(options.happenings)
  const paths = getShortestPaths(machine as AnyStateMachine, {
    ...('input' in options && { input: options.input }),
    ...(options.stopWhen && { stopWhen: options.stopWhen }),
    events: options.happenings,
    filterEvents: (snapshot, event) => listed.has(event) && snapshot.can(event),
    serializeState: see,
    serializeEvent: (event) => `${options.happenings.indexOf(event as EventFromLogic<M>)}`,
    limit: (options.limit ?? 2000) * options.happenings.length,
  })
  for (const path of paths) {
    const led = path.steps.slice(1).map((step) => step.event)
    test(titleOf(path.state, led), () => {
      const here = foresee(machine, options, led)
      const steps = options.stopWhen?.(here) ? [] : options.happenings.filter((happening) => here.can(happening))
      for (const happenings of [led, ...steps.map((step) => [...led, step])]) {
        const walk = startWalk(machine, options)
        for (const happening of happenings) walk.happens(happening as EventFromLogic<M>)
        const story = `after ${happenings.map((happening) => happening.type).join(', ')}`
        expect(see(walk.actor.getSnapshot()), story).toBe(see(foresee(machine, options, happenings)))
        options.check?.(walk, happenings)
        walk.actor.stop()
      }
    })
  }

  test('every state is reached', () => {
    const reached = new Set(paths.flatMap((path) => path.state._nodes.map((node) => node.id)))
    const resting = restingIds(machine.root).filter((id) => !reached.has(id))
    expect(resting).toEqual([...(options.unreached ?? [])])
  })
}

/** Where the machine must be after `happenings`, by its definition alone: no actor and no action runs. */
function foresee<M extends AnyStateMachine>(
  machine: M,
  options: WalkOptions<M>,
  happenings: readonly EventObject[],
): AnyMachineSnapshot {
  const [first] = initialTransition(machine as AnyStateMachine, options.input)
  return happenings.reduce<AnyMachineSnapshot>(
    (snapshot, event) => transition(machine as AnyStateMachine, snapshot, event)[0],
    first,
  )
}

function timerOf(actor: Actor<AnyStateMachine>, type: string): number {
  const timers = Object.values(actor.system.getSnapshot()._scheduledEvents)
  const timer = timers.find((scheduled) => scheduled.event.type === type)
  if (!timer) throw new Error(`No delay is running for '${type}'; running: ${timers.map((t) => t.event.type)}`)
  return timer.delay
}

function childOf(actor: Actor<AnyStateMachine>, id: string) {
  const children: Record<string, { send: (event: StandInEvent) => void } | undefined> = actor.getSnapshot().children
  const child = children[id]
  if (!child) throw new Error(`No actor '${id}' is running; running: ${Object.keys(children)}`)
  return child
}

const asStandInEvent = (happening: EventObject & { output?: unknown; error?: unknown }): StandInEvent =>
  happening.type.startsWith('xstate.done')
    ? { type: 'answered', output: happening.output }
    : { type: 'failed', error: happening.error }

/** Ids of the states a machine can rest in: no child states, and not left at once by an `always`. */
function restingIds(node: StateNode): string[] {
  const children = Object.values(node.states)
  if (children.length === 0) return node.always?.length ? [] : [node.id]
  return children.flatMap(restingIds)
}

function titleOf(state: { value: unknown }, happenings: readonly EventObject[]): string {
  const told = happenings.map(({ type }) =>
    type
      .replace(/^xstate\.done\.actor\.(.+)$/, '$1 answered')
      .replace(/^xstate\.error\.actor\.(.+)$/, '$1 failed')
      .replace(/^xstate\.after\./, 'waited '),
  )
  return `is ${JSON.stringify(state.value).replaceAll('"', '')} after ${told.join(', ') || 'the start'}`
}
