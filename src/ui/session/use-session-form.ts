import { waitFor } from 'xstate'
import type { FormInput } from '../../machines/form/form.setup.ts'
import type { FormValues } from '../../machines/form/form.ts'
import type { SessionContext, SessionEvent } from '../../machines/session/session.ts'
import { useAtelier } from '../context.ts'
import { useForm } from '../form/use-form.ts'
import { useSessionAttempt } from './use-session-attempt.ts'

export interface SessionFormOptions extends Omit<FormInput, 'afterSubmit'> {
  /** Returns the session event that submits the validated values for the given purpose. */
  toEvent: (values: FormValues, purpose: string | undefined, context: SessionContext) => SessionEvent
}

/**
 * Runs a form that sends events to the session machine. A submit lasts until the session is idle and fails with the session's
 * error. An event that the session cannot accept is dropped without an error.
 */
export function useSessionForm({ toEvent, ...input }: SessionFormOptions) {
  const { session } = useAtelier()
  const { attempt, ...tried } = useSessionAttempt()
  const form = useForm({
    ...input,
    afterSubmit: 'repeats',
    submit: async (values, { purpose, signal }) => {
      const snapshotBefore = session.getSnapshot()
      const event = toEvent(values, purpose, snapshotBefore.context)
      if (!snapshotBefore.can(event)) return
      attempt(event)
      const { context } = await waitFor(session, (snapshot) => !snapshot.hasTag('busy'), { signal })
      if (context.error !== null) throw context.error
    },
    onSubmitted: () => {},
  })
  return { ...tried, ...form }
}
