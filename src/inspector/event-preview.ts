import type { AnyActor, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate'
import { guardText } from './chart.ts'
import { evaluateTransitionGuard } from './transition-details.ts'
import { systemInternalsOf } from './xstate-internals.ts'

export interface EventPreview {
  event: string
  would: 'taken' | 'refused' | 'forbidden'
  /** Target state; empty if the state stays the same. */
  to: string
  /** Guards that deny the event. */
  guards: readonly string[]
}

export interface PendingDelay {
  id: string
  actor: string
  name: string
  /** Total and remaining time, in milliseconds. */
  delay: number
  remainingMs: number
}

/**
 * Returns all events that the current state handles, with the effect of each. `example` returns the event that guards are
 * evaluated with.
 */
export function previewEvents(
  snapshot: AnyMachineSnapshot,
  example: (type: string) => { type: string },
): EventPreview[] {
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
          if (evaluateTransitionGuard(transition, snapshot, example(type)))
            return { event: type, guards, ...previewTransition(transition) }
          // Two branches may have the same guard.
          const name = guardText(transition.guard)
          if (!guards.includes(name)) guards.push(name)
        }
      }
      return { event: type, would: 'refused' as const, to: '', guards }
    })
}

function previewTransition({ target, actions, source }: AnyTransitionDefinition): Pick<EventPreview, 'would' | 'to'> {
  const [firstTarget] = target ?? []
  if (firstTarget) return { would: 'taken', to: firstTarget.id.slice(source.machine.id.length + 1) || firstTarget.id }
  return { would: actions.length > 0 ? 'taken' : 'forbidden', to: '' }
}

export const pendingDelaysOf = (actor: AnyActor, now: number): PendingDelay[] =>
  Object.entries(scheduledBy(actor)).map(([id, { source, event, delay, startedAt }]) => ({
    id,
    actor: source.sessionId,
    name: event.type.replace(/^xstate\.after\./, ''),
    delay,
    remainingMs: Math.max(0, startedAt + delay - now),
  }))

export function fireDelay(actor: AnyActor, id: string): void {
  const timer = scheduledBy(actor)[id]
  if (!timer) return
  const { scheduler, _relay } = systemInternalsOf(actor)
  scheduler.cancel(timer.source, timer.id)
  _relay(timer.source, timer.target, timer.event)
}

const scheduledBy = (actor: AnyActor) => systemInternalsOf(actor)._snapshot._scheduledEvents
