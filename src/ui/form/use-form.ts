import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { fromPromise } from 'xstate'
import { formMachine } from '../../machines/form/form.machine.ts'
import type { FormInput } from '../../machines/form/form.setup.ts'
import { type FormValues, isDirty } from '../../machines/form/form.ts'
import { omitUndefinedProps } from '../kit/omit-undefined-props.ts'
import { useTimeTravel } from '../time-travel.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import type { DraftStore } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { useFormView } from './use-form-view.ts'

/** Options of a submit. Retries have the same `idempotencyKey`. `initial` are the values before the edits. */
export interface SubmitOptions {
  idempotencyKey: string
  initial: FormValues
  /** Purpose of the submit; undefined for the default one. */
  purpose: string | undefined
  signal: AbortSignal
}

/** Input of {@link useForm}. Read once, except the callbacks and `initial`. */
export interface UseFormOptions<T> extends FormInput {
  /** Submits the form. Rejects with `ApiError`. */
  submit: (body: FormValues, options: SubmitOptions) => Promise<T>
  onSubmitted: (output: T) => void
  /** Storage that keeps the input across reloads. */
  draft?: DraftStore | undefined
  /**
   * `atOnce` (default) restores a stored draft immediately. `offered` asks the user first, because the initial values may have
   * changed since the draft was stored.
   */
  restoreMode?: 'atOnce' | 'offered'
  onRestored?: (values: FormValues) => void
}

/** Runs a form while the component is mounted. See {@link useFormView} for the return value. */
export function useForm<T>(options: UseFormOptions<T>) {
  const submit = useEffectEvent(options.submit)
  const onSubmitted = useEffectEvent((output: unknown) => {
    // A form that stays open may have newer input. The form itself updates its draft.
    if (options.afterSubmit !== 'settles') options.draft?.clear()
    options.onSubmitted(output as T)
  })
  const [firstId] = useState(uuidv7)
  const id = useRef(firstId)
  const [machine] = useState(() =>
    formMachine.provide({
      actors: {
        submitForm: fromPromise(({ input: { revision, body, ...rest }, signal }) =>
          submit(body, { ...rest, idempotencyKey: `${id.current}.${revision}`, signal }),
        ),
      },
    }),
  )
  const { schema, fields, initial, fieldByErrorCode, purposes, afterSubmit, draft } = options
  const input: FormInput = {
    schema,
    fields,
    initial,
    ...omitUndefinedProps({ fieldByErrorCode, purposes, afterSubmit }),
  }
  const actor = useMachineActor(machine, { input, id: fields[0]?.name ?? '' })

  const lastInitial = useRef(initial)
  useEffect(() => {
    if (!isDirty(initial, lastInitial.current)) return
    lastInitial.current = initial
    actor.send({ type: 'initial.changed', initial })
  })
  useEffect(() => {
    const subscription = actor.on('form.submitted', ({ output }) => onSubmitted(output))
    return () => subscription.unsubscribe()
  }, [actor])
  const drafts = useDraft(actor, { draft, id, restoreMode: options.restoreMode, onRestored: options.onRestored })

  return { ...useFormView(useTimeTravel(actor)), ...drafts }
}
