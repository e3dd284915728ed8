import { useSelector } from '@xstate/react'
import { faultsNow } from '../../machines/form.machine.ts'
import { isDirty, shownFaults } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import type { FormActor } from './form-actor.ts'

/** What a control of the form needs. */
export interface Bound {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  onBlur: () => void
}

/** How a running form stands; a control's value, sentence and events by {@link bind}. */
export function useFormView(actor: FormActor) {
  const { translate } = useAtelier()
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('submitting'))
  const isSubmitted = useSelector(actor, (snapshot) => snapshot.matches('submitted'))
  const faults = faultsNow(context)
  const shown = shownFaults(faults, context.touched, context.submits)
  const bind = (field: string): Bound => ({
    value: context.values[field],
    error: shown[field] === undefined ? undefined : translate(shown[field]),
    onChange: (value) => actor.send({ type: 'value.changed', key: field, value }),
    onBlur: () => actor.send({ type: 'field.blurred', field }),
  })
  return {
    actor,
    bind,
    values: context.values,
    error: context.error,
    faults,
    isSending,
    isSubmitted,
    isDirty: isDirty(context.values, context.initial),
    /** A draft from before that waits to be taken up or turned down. */
    offered: context.offered,
  }
}

/** A form as its view shows it. */
export type FormView = ReturnType<typeof useFormView>
