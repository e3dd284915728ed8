import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { fromPromise } from 'xstate'
import { formMachine } from '../../machines/form.machine.ts'
import type { FormInput } from '../../machines/form.parts.ts'
import { type FormValues, isDirty } from '../../machines/rules/form.ts'
import { given } from '../kit/given.ts'
import { useMachineActor } from '../machine.ts'
import { useMoment } from '../moment.ts'
import type { DraftKeeper } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { useFormView } from './use-form-view.ts'

/** What goes with what is sent: the same `idempotencyKey` is the same intent, `initial` what it was made to. */
export interface SubmitOptions {
  idempotencyKey: string
  initial: FormValues
  /** What it is sent for; undefined for what the form is there for. */
  purpose: string | undefined
  signal: AbortSignal
}

/** What {@link useForm} is made from; all but the callbacks and `initial` are read once. */
export interface UseFormOptions<T> extends FormInput {
  /** Sends the form. Rejects with `ApiError`. */
  submit: (body: FormValues, options: SubmitOptions) => Promise<T>
  onSubmitted: (output: T) => void
  /** Where what was filled in survives a reload. */
  draft?: DraftKeeper | undefined
  /** `offered` asks before a draft is taken up, for a form whose beginning may have changed since. Default `atOnce`. */
  restores?: 'atOnce' | 'offered'
  /** Told of the values of a draft that was found. */
  onRestored?: (values: FormValues) => void
}

/** Runs a form for as long as its view is shown; see {@link useFormView} for what it gives. */
export function useForm<T>(options: UseFormOptions<T>) {
  const submit = useEffectEvent(options.submit)
  const onSubmitted = useEffectEvent((output: unknown) => {
    // One that goes on may hold more by now, and keeps its draft in step by itself.
    if (options.onceSent !== 'settles') options.draft?.clear()
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
  const { schema, fields, initial, places, purposes, onceSent, draft } = options
  const input: FormInput = { schema, fields, initial, ...given({ places, purposes, onceSent }) }
  const actor = useMachineActor(machine, { input, id: fields[0]?.name ?? '' })

  const begun = useRef(initial)
  useEffect(() => {
    if (!isDirty(initial, begun.current)) return
    begun.current = initial
    actor.send({ type: 'initial.changed', initial })
  })
  useEffect(() => {
    const subscription = actor.on('form.submitted', ({ output }) => onSubmitted(output))
    return () => subscription.unsubscribe()
  }, [actor])
  const drafts = useDraft(actor, { draft, id, restores: options.restores, onRestored: options.onRestored })

  return { ...useFormView(useMoment(actor)), ...drafts }
}
