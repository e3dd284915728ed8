import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { fromPromise } from 'xstate'
import { formMachine } from '../../machines/form.machine.ts'
import type { FormInput } from '../../machines/form.parts.ts'
import { type FormValues, faultsNow, isDirty, shownFaults } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { given } from '../kit/given.ts'
import { useMachineActor } from '../machine.ts'
import type { DraftKeeper } from './draft.ts'
import { useAfterPress } from './use-after-press.ts'
import { useDraft } from './use-draft.ts'

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

/** Binds the form machine to a view: a control's value, sentence and events by {@link bind}. */
export function useForm<T>(options: UseFormOptions<T>) {
  const { translate } = useAtelier()
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
  const actor = useMachineActor(machine, { input })
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('submitting'))
  const isSubmitted = useSelector(actor, (snapshot) => snapshot.matches('submitted'))

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

  const afterPress = useAfterPress()
  const shown = shownFaults(faultsNow(context), context.touched)
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
    faults: faultsNow(context),
    isSending,
    /** Whether it is being sent for this purpose; without one for what it is there for. */
    isSendingFor: (purpose?: string) => isSending && context.purpose === purpose,
    isSubmitted,
    isDirty: isDirty(context.values, context.initial),
    /** A draft from before that waits to be taken up or turned down. */
    offered: context.offered,
    ...drafts,
  }
}
