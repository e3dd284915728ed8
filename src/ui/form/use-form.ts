import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { type FormInput, faultsNow, formMachine } from '../../machines/form.machine.ts'
import { type FormValues, isDirty, shownFaults } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper } from './draft.ts'

/** A running form. */
export type FormActor = ActorRefFrom<typeof formMachine>

/** Milliseconds of rest after which a draft is written. */
const DRAFT_DELAY = 300

/** What {@link useForm} is made from; all but the callbacks are read once. */
export interface UseFormOptions<T> extends FormInput {
  /** Sends the form. The same `idempotencyKey` is the same intent. Rejects with `ApiError`. */
  submit: (body: FormValues, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<T>
  onSubmitted: (output: T) => void
  /** Where what was filled in survives a reload. */
  draft?: DraftKeeper
  /** Told of the values of a draft that was found. */
  onRestored?: (values: FormValues) => void
}

/** What a control of the form needs. */
export interface Bound {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  onBlur: () => void
}

/** Binds the form machine to a view: a control's value, sentence and events by {@link bind}. */
export function useForm<T>(options: UseFormOptions<T>) {
  const { translate } = useAtelier()
  const latest = useRef(options)
  latest.current = options
  const id = useRef('')
  id.current ||= uuidv7()
  const [machine] = useState(() =>
    formMachine.provide({
      actors: {
        submitForm: fromPromise(({ input: { body, revision }, signal }) =>
          latest.current.submit(body, { idempotencyKey: `${id.current}.${revision}`, signal }),
        ),
      },
    }),
  )
  const { schema, fields, initial, places = {}, draft } = options
  const actor = useActorRef(machine, { input: { schema, fields, initial, places } })
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isSending = useSelector(actor, (snapshot) => snapshot.matches('submitting'))
  const isSubmitted = useSelector(actor, (snapshot) => snapshot.matches('submitted'))

  useEffect(() => {
    const subscription = actor.on('form.submitted', ({ output }) => {
      latest.current.draft?.clear()
      latest.current.onSubmitted(output as T)
    })
    return () => subscription.unsubscribe()
  }, [actor])
  useDraft(actor, draft, id, (values) => latest.current.onRestored?.(values))

  const shown = shownFaults(faultsNow(context), context.touched, context.submits)
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
    faults: faultsNow(context),
    isSending,
    isSubmitted,
    isDirty: isDirty(context.values, context.initial),
  }
}

/** Brings back what was kept of the form, then keeps what changes. */
function useDraft(
  actor: FormActor,
  draft: DraftKeeper | undefined,
  id: { current: string },
  onRestored: (values: FormValues) => void,
): void {
  const told = useRef(onRestored)
  told.current = onRestored
  useEffect(() => {
    if (!draft) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = actor.getSnapshot().context.revision
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      const { context, value } = actor.getSnapshot()
      if (value === 'submitted') return
      written = context.revision
      if (isDirty(context.values, context.initial))
        draft.write({ id: id.current, values: context.values, revision: context.revision })
      else draft.clear()
    }
    draft.read().then((kept) => {
      if (isGone || !kept || actor.getSnapshot().context.revision > 0) return
      id.current = kept.id
      written = kept.revision
      actor.send({ type: 'draft.restored', values: kept.values, revision: kept.revision })
      told.current(kept.values)
    })
    const subscription = actor.subscribe(({ context, value }) => {
      if (context.revision === written) return
      clearTimeout(timer)
      // What is sent must be what is kept: after a reload the same intent has the same key.
      if (value === 'submitting') write()
      else timer = setTimeout(write, DRAFT_DELAY)
    })
    return () => {
      isGone = true
      subscription.unsubscribe()
      if (timer !== undefined) write()
    }
  }, [actor, draft, id])
}
