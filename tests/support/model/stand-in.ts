import type { ActorLogic, AnyActor, AnyStateMachine, EventObject, SimulatedClock, Snapshot } from 'xstate'

type StandInEvent = { type: 'answered'; output: unknown } | { type: 'failed'; error: unknown }
/** What a stand-in was given. */
export type StandInSnapshot = Snapshot<unknown> & { input: unknown }

/** Stands in for every actor: keeps what it was given, and ends when a path says so. */
const standIn: ActorLogic<StandInSnapshot, StandInEvent, unknown> = {
  getInitialSnapshot: (_, input) => ({ status: 'active', output: undefined, error: undefined, input }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (event.type === 'answered') return { ...snapshot, status: 'done', output: event.output, error: undefined }
    if (event.type === 'failed') return { ...snapshot, status: 'error', output: undefined, error: event.error }
    return snapshot
  },
}

/** Stand-ins for all actors of a machine. */
export const standInFor = ({ implementations }: AnyStateMachine) =>
  Object.fromEntries(Object.keys(implementations.actors).map((name) => [name, standIn]))

/** What a type says: that an actor is done or failed, or a delay passed, and its name; of any other event, neither. */
export function readHappening(type: string): { kind?: 'done.actor' | 'error.actor' | 'after'; name: string } {
  const [, kind, name = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/s.exec(type) ?? []
  return kind === undefined ? { name } : { kind: kind as 'after', name }
}

/** Something that happens: an event, or how an actor or a delay ends. */
export type Happening = EventObject & { output?: unknown; error?: unknown }

/** Makes it happen; throws where no such actor runs, or no such delay is waited for. */
export function happen(actor: AnyActor, clock: SimulatedClock, event: Happening) {
  const { kind, name } = readHappening(event.type)
  if (kind === undefined) return actor.send(event)
  if (kind === 'after') return clock.increment(timerOf(actor, event).delay)
  const child = (actor.getSnapshot().children as Record<string, AnyActor | undefined>)[name]
  if (!child) throw new Error(`No actor '${name}' is running`)
  const { output, error } = event
  const end: StandInEvent = kind === 'done.actor' ? { type: 'answered', output } : { type: 'failed', error }
  child.send(end)
}

/** Makes it happen as paths are found: a delay passes alone, those that run beside it have not ended for that. */
export function happenAlone(actor: AnyActor, clock: SimulatedClock, event: Happening) {
  if (readHappening(event.type).kind !== 'after') return happen(actor, clock, event)
  const { source, target, id, event: passed } = timerOf(actor, event)
  actor.system.scheduler.cancel(source, id)
  actor.system.scheduler.schedule(source, target, passed, 0, id)
  clock.increment(0)
}

function timerOf(actor: AnyActor, { type }: Happening) {
  const timers = Object.values(actor.system.getSnapshot()._scheduledEvents)
  const timer = timers.find((scheduled) => scheduled.event.type === type)
  if (!timer) throw new Error(`No delay is waited for: ${type}`)
  return timer
}
