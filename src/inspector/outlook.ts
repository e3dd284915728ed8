import type { AnyActor, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate'
import { guardText } from './graph.ts'
import { systemOf } from './system.ts'
import { guardSays } from './told.ts'

/** What an event would do to an actor as it stands. */
export interface Outlook {
  event: string
  would: 'taken' | 'refused' | 'forbidden'
  /** Where it would lead; empty where it stays. */
  to: string
  /** The guards that say no. */
  guards: readonly string[]
}

/** A delay that is waited for. */
export interface Timer {
  id: string
  actor: string
  name: string
  /** Milliseconds: how long it is, and how much is left. */
  delay: number
  left: number
}

/** All events that a situation has an opinion on, with what each would do. `example` gives the event to ask the guards with. */
export function outlooksOf(snapshot: AnyMachineSnapshot, example: (type: string) => { type: string }): Outlook[] {
  if (snapshot.status !== 'active') return []
  const deepest = [...snapshot._nodes].sort((one, other) => other.path.length - one.path.length)
  const types = [...new Set(deepest.flatMap((node) => [...node.transitions.keys()] as string[]))]
  return types
    .filter((type) => type !== '' && type !== '*' && !type.startsWith('xstate.'))
    .sort()
    .map((type) => {
      const guards: string[] = []
      for (const node of deepest) {
        for (const transition of node.transitions.get(type) ?? []) {
          if (guardSays(transition, snapshot, example(type))) return { event: type, guards, ...leadsTo(transition) }
          // Two branches may ask the same.
          const name = guardText(transition.guard)
          if (!guards.includes(name)) guards.push(name)
        }
      }
      return { event: type, would: 'refused' as const, to: '', guards }
    })
}

function leadsTo({ target, actions, source }: AnyTransitionDefinition): Pick<Outlook, 'would' | 'to'> {
  const [first] = target ?? []
  if (first) return { would: 'taken', to: first.id.slice(source.machine.id.length + 1) || first.id }
  return { would: actions.length > 0 ? 'taken' : 'forbidden', to: '' }
}

/** What is waited for in the system of an actor. */
export const timersOf = (actor: AnyActor, now: number): Timer[] =>
  Object.entries(scheduledBy(actor)).map(([id, { source, event, delay, startedAt }]) => ({
    id,
    actor: source.sessionId,
    name: event.type.replace(/^xstate\.after\./, ''),
    delay,
    left: Math.max(0, startedAt + delay - now),
  }))

/** Lets a delay pass now: what waits for it hears of it at once. */
export function passTimer(actor: AnyActor, id: string): void {
  const timer = scheduledBy(actor)[id]
  if (!timer) return
  const { scheduler, _relay } = systemOf(actor)
  scheduler.cancel(timer.source, timer.id)
  _relay(timer.source, timer.target, timer.event)
}

const scheduledBy = (actor: AnyActor) => systemOf(actor)._snapshot._scheduledEvents
