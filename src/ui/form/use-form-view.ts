import { useSelector } from '@xstate/react'
import { isDirty, mergeFieldErrors, pickVisibleErrors } from '../../machines/form/form.ts'
import { useAtelier } from '../context.ts'
import type { FormActor } from './form-actor.ts'
import { useDeferredBlur } from './use-deferred-blur.ts'

/** Props that bind a control to a field of the form. */
export interface BoundField {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  onBlur: (event?: { target: EventTarget }) => void
}

/** Props that bind a text control. Spread them onto the control. */
export interface BoundTextField extends BoundField {
  name: string
  value: string
}

/** Returns the state of a running form. `bind` returns the value, error message and handlers of a field. */
export function useFormView(actor: FormActor) {
  const { translate } = useAtelier()
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('submitting'))
  const isSubmitted = useSelector(actor, (snapshot) => snapshot.matches('submitted'))
  const afterPress = useDeferredBlur()
  const errors = mergeFieldErrors(context)
  const visible = pickVisibleErrors(errors, context.touched)
  const bind = (field: string): BoundField => ({
    value: context.values[field],
    error: visible[field] === undefined ? undefined : translate(visible[field]),
    onChange: (value) => actor.send({ type: 'value.changed', key: field, value }),
    onBlur: (event) => afterPress(() => actor.send({ type: 'field.blurred', field }), event?.target),
  })
  return {
    actor,
    bind,
    text: (name: string): BoundTextField => ({ ...bind(name), name, value: String(context.values[name] ?? '') }),
    /** Submits the form for a purpose other than the default. */
    submitFor: (purpose: string) => actor.send({ type: 'submit.requested', purpose }),
    values: context.values,
    /** Values of the last submit. */
    submittedValues: context.submittedValues,
    error: context.error,
    faults: errors,
    isSending,
    /** Returns whether the form is being submitted for a purpose. Default: the default purpose. */
    isSendingFor: (purpose?: string) => isSending && context.purpose === purpose,
    isSubmitted,
    isDirty: isDirty(context.values, context.initial),
    /** Stored draft that the user can restore or discard. */
    offeredDraft: context.offeredDraft,
  }
}

export type FormView = ReturnType<typeof useFormView>
