import { useEffect, useRef } from 'react'
import { uuidv7 } from 'uuidv7'
import { changedValues, type FormValues, isDirty } from '../../machines/rules/form.ts'
import type { Draft, DraftKeeper } from './draft.ts'
import type { FormActor } from './use-form.ts'

/** Milliseconds of rest after which a draft is written; a file is kept at once. */
const DRAFT_DELAY = 300

/** What {@link useDraft} is made from. */
export interface UseDraftOptions {
  draft: DraftKeeper | undefined
  /** The id of the intent behind the form; a draft that is taken up brings its own. */
  id: { current: string }
  restores: 'atOnce' | 'offered' | undefined
  onRestored: ((values: FormValues) => void) | undefined
}

/** Brings back or offers what was kept of the form, then keeps what changes. */
export function useDraft(actor: FormActor, options: UseDraftOptions) {
  const { draft, id } = options
  const latest = useRef(options)
  latest.current = options
  const found = useRef<Draft>(undefined)

  const takeUp = (kept: Draft) => {
    id.current = kept.id
    actor.send({ type: 'draft.restored', draft: kept })
    latest.current.onRestored?.(kept.values)
  }
  const take = useRef(takeUp)
  take.current = takeUp

  useEffect(() => {
    if (!draft) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = actor.getSnapshot().context.revision
    let files = filesIn(actor.getSnapshot().context.values)
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      const { context, value } = actor.getSnapshot()
      if (value === 'submitted') return
      written = context.revision
      files = filesIn(context.values)
      const values = changedValues(context.values, context.initial)
      if (Object.keys(values).length > 0) draft.write({ id: id.current, values, revision: context.revision })
      else draft.clear()
    }
    draft.read().then((kept) => {
      const { revision, initial } = actor.getSnapshot().context
      if (isGone || !kept || revision > 0) return
      // Saved after all, or by somebody else: there is nothing to bring back.
      if (!isDirty({ ...initial, ...kept.values }, initial)) return draft.clear()
      written = kept.revision
      files = filesIn(kept.values)
      found.current = kept
      if (latest.current.restores === 'offered') actor.send({ type: 'draft.found', draft: kept })
      else take.current(kept)
    })
    const subscription = actor.subscribe(({ context, value }) => {
      if (context.revision === written || context.offered) return
      clearTimeout(timer)
      const hasNewFile = filesIn(context.values) !== files
      // What is sent must be what is kept: after a reload the same intent has the same key.
      if (value === 'submitting' || hasNewFile) write()
      else timer = setTimeout(write, DRAFT_DELAY)
    })
    return () => {
      isGone = true
      subscription.unsubscribe()
      if (timer !== undefined) write()
    }
  }, [actor, draft, id])

  return {
    /** Takes up the draft that is offered. */
    takeUpDraft: () => found.current && takeUp(found.current),
    /** Turns it down for good. */
    declineDraft: () => {
      id.current = uuidv7()
      actor.send({ type: 'draft.declined' })
      draft?.clear()
    },
  }
}

/** Which files the values hold, as one text to compare by. */
const filesIn = (values: FormValues): string =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      value instanceof File ? [`${name}/${value.name}/${value.size}/${value.lastModified}`] : [],
    )
    .join()
