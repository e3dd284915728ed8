import type { ActorLogic, AnyActor, AnyStateMachine, EventObject, SimulatedClock, Snapshot } from 'xstate'

type StubEvent = { type: 'succeeded'; output: unknown } | { type: 'failed'; error: unknown }
/** Snapshot of a stub with its input. */
export type StubSnapshot = Snapshot<unknown> & { input: unknown }

/** Stub for every actor. Stores the actor's input, and ends when the test sends the event that ends the actor. */
const actorStub: ActorLogic<StubSnapshot, StubEvent, unknown> = {
  getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (event.type === 'succeeded') return { ...snapshot, status: 'done', output: event.output, error: undefined }
    if (event.type === 'failed') return { ...snapshot, status: 'error', output: undefined, error: event.error }
    return snapshot
  },
}

export const createActorStubs = ({ implementations }: AnyStateMachine) =>
  Object.fromEntries(Object.keys(implementations.actors).map((name) => [name, actorStub]))

/** Parses an event type: kind and name for the end of an actor or delay, only the name for any other event. */
export function parseEventType(type: string): { kind?: 'done.actor' | 'error.actor' | 'after'; name: string } {
  const [, kind, name = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/s.exec(type) ?? []
  return kind === undefined ? { name } : { kind: kind as 'after', name }
}

/** An event, or the end of an actor or a delay. */
export type MachineEvent = EventObject & { output?: unknown; error?: unknown }

/** Sends an event. Throws if the event ends an actor that does not run, or a delay that is not pending. */
export function triggerEvent(actor: AnyActor, clock: SimulatedClock, event: MachineEvent) {
  const { kind, name } = parseEventType(event.type)
  if (kind === undefined) return actor.send(event)
  if (kind === 'after') return clock.increment(findTimer(actor, event).delay)
  const child = (actor.getSnapshot().children as Record<string, AnyActor | undefined>)[name]
  if (!child) throw new Error(`No actor '${name}' is running`)
  const { output, error } = event
  const end: StubEvent = kind === 'done.actor' ? { type: 'succeeded', output } : { type: 'failed', error }
  child.send(end)
}

/** Sends an event as the exploration does. If the event ends a delay, concurrent delays keep running. */
export function triggerEventAlone(actor: AnyActor, clock: SimulatedClock, event: MachineEvent) {
  if (parseEventType(event.type).kind !== 'after') return triggerEvent(actor, clock, event)
  const { source, target, id, event: delayEvent } = findTimer(actor, event)
  actor.system.scheduler.cancel(source, id)
  actor.system.scheduler.schedule(source, target, delayEvent, 0, id)
  clock.increment(0)
}

function findTimer(actor: AnyActor, { type }: MachineEvent) {
  const timers = Object.values(actor.system.getSnapshot()._scheduledEvents)
  const timer = timers.find((scheduled) => scheduled.event.type === type)
  if (!timer) throw new Error(`No delay is pending: ${type}`)
  return timer
}
