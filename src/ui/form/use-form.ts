import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { fromPromise } from 'xstate'
import { formMachine } from '../../machines/form.machine.ts'
import type { FormInput } from '../../machines/form.setup.ts'
import { type FormValues, isDirty } from '../../machines/rules/form.ts'
import { omitUndefinedProps } from '../kit/omit-undefined-props.ts'
import { useTimeTravel } from '../time-travel.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import type { DraftStore } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { useFormView } from './use-form-view.ts'

/** Options of a submit. Retries of a submit have the same `idempotencyKey`; `initial` are the values before the edits. */
export interface SubmitOptions {
  idempotencyKey: string
  initial: FormValues
  /** Purpose of the submit; undefined for the default one. */
  purpose: string | undefined
  signal: AbortSignal
}

/** Input of {@link useForm}. All but the callbacks and `initial` are read only once. */
export interface UseFormOptions<T> extends FormInput {
  /** Submits the form. Rejects with `ApiError`. */
  submit: (body: FormValues, options: SubmitOptions) => Promise<T>
  onSubmitted: (output: T) => void
  /** Storage in which the input survives a reload. */
  draft?: DraftStore | undefined
  /** With `offered` the user restores a draft. For forms whose initial values may have changed since. Default `atOnce`. */
  restoreMode?: 'atOnce' | 'offered'
  /** Called with the values of a restored draft. */
  onRestored?: (values: FormValues) => void
}

/** Runs a form while its view is mounted; see {@link useFormView} for the return value. */
export function useForm<T>(options: UseFormOptions<T>) {
  const submit = useEffectEvent(options.submit)
  const onSubmitted = useEffectEvent((output: unknown) => {
    // A form that stays open may have newer input by now, and updates its draft itself.
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
  const { schema, fields, initial, places, purposes, afterSubmit, draft } = options
  const input: FormInput = { schema, fields, initial, ...omitUndefinedProps({ places, purposes, afterSubmit }) }
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
