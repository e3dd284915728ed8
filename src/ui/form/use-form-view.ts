import { useSelector } from '@xstate/react'
import { faultsNow, isDirty, shownFaults } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import type { FormActor } from './form-actor.ts'
import { useAfterPress } from './use-after-press.ts'

/** What a control of the form needs. */
export interface Bound {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  onBlur: (event?: { target: EventTarget }) => void
}

/** What a control for a line of text needs, to be spread onto it. */
export interface BoundText extends Bound {
  name: string
  value: string
}

/** How a running form stands; a control's value, sentence and events by {@link bind}. */
export function useFormView(actor: FormActor) {
  const { translate } = useAtelier()
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('submitting'))
  const isSubmitted = useSelector(actor, (snapshot) => snapshot.matches('submitted'))
  const afterPress = useAfterPress()
  const faults = faultsNow(context)
  const shown = shownFaults(faults, context.touched)
  const bind = (field: string): Bound => ({
    value: context.values[field],
    error: shown[field] === undefined ? undefined : translate(shown[field]),
    onChange: (value) => actor.send({ type: 'value.changed', key: field, value }),
    onBlur: (event) => afterPress(() => actor.send({ type: 'field.blurred', field }), event?.target),
  })
  return {
    actor,
    bind,
    /** A field of text, for a control that has its name. */
    text: (name: string): BoundText => ({ ...bind(name), name, value: String(context.values[name] ?? '') }),
    /** Sends it for another purpose than the one it is there for, as the form itself does by Enter and its own button. */
    submitFor: (purpose: string) => actor.send({ type: 'submit.requested', purpose }),
    values: context.values,
    /** The values as they were sent last. */
    sent: context.sent,
    error: context.error,
    faults,
    isSending,
    /** Whether it is being sent for this purpose; without one for what it is there for. */
    isSendingFor: (purpose?: string) => isSending && context.purpose === purpose,
    isSubmitted,
    isDirty: isDirty(context.values, context.initial),
    /** A draft from before that waits to be taken up or turned down. */
    offered: context.offered,
  }
}

/** A form as its view shows it. */
export type FormView = ReturnType<typeof useFormView>
