import { waitFor } from 'xstate'
import type { FormInput } from '../../machines/form.parts.ts'
import type { FormValues } from '../../machines/rules/form.ts'
import type { SessionContext, SessionEvent } from '../../machines/rules/session.ts'
import { useAtelier } from '../context.ts'
import { useForm } from '../form/use-form.ts'
import { useAttempt } from './use-attempt.ts'

/** What {@link useAttemptForm} is made from. */
export interface AttemptFormOptions extends Omit<FormInput, 'onceSent'> {
  /** What is asked of the session, as it is, with these values, which are sound as far as the purpose needs them. */
  ask: (values: FormValues, purpose: string | undefined, context: SessionContext) => SessionEvent
}

/**
 * A form that asks something of the session. The session does what is asked and keeps what comes of it; sending the form is
 * to ask, and lasts until the session rests again. With what the session failed with, the form fails, and shows it as any
 * form does. What the session can't hear while it does something else is not asked, and nothing failed.
 */
export function useAttemptForm({ ask, ...input }: AttemptFormOptions) {
  const { session } = useAtelier()
  const { attempt, ...tried } = useAttempt()
  const form = useForm({
    ...input,
    onceSent: 'repeats',
    submit: async (values, { purpose, signal }) => {
      const asked = session.getSnapshot()
      const event = ask(values, purpose, asked.context)
      if (!asked.can(event)) return
      attempt(event)
      const { context } = await waitFor(session, (snapshot) => !snapshot.hasTag('busy'), { signal })
      if (context.error !== null) throw context.error
    },
    onSubmitted: () => {},
  })
  return { ...tried, ...form }
}
