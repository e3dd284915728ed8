import { useEffect, useEffectEvent, useRef } from 'react'
import { uuidv7 } from 'uuidv7'
import { changedValues, type FormValues, isDirty } from '../../machines/rules/form.ts'
import type { Draft, DraftKeeper } from './draft.ts'
import type { FormActor } from './form-actor.ts'

/** Milliseconds between two writes of a draft: a change is kept at once, or this long after the last; a file always at once. */
const DRAFT_DELAY = 300

/** What {@link useDraft} is made from. */
export interface UseDraftOptions {
  draft: DraftKeeper | undefined
  /** The id of the intent behind the form; a draft that is taken up brings its own. */
  id: { current: string }
  restores: 'atOnce' | 'offered' | undefined
  onRestored: ((values: FormValues) => void) | undefined
  /** Told that nothing was kept, unless something was filled in meanwhile. */
  onMissing?: (() => void) | undefined
}

/** Brings back or offers what was kept of the form, then keeps what changes. */
export function useDraft(actor: FormActor, { draft, id, restores, onRestored, onMissing }: UseDraftOptions) {
  const found = useRef<Draft>(undefined)
  const keepNow = useRef<() => Promise<void>>(NOTHING_TO_KEEP)

  const takeUp = (kept: Draft) => {
    id.current = kept.id
    actor.send({ type: 'draft.restored', draft: kept })
    onRestored?.(kept.values)
  }
  const onFound = useEffectEvent((kept: Draft) => {
    found.current = kept
    if (restores === 'offered') actor.send({ type: 'draft.found', draft: kept })
    else takeUp(kept)
  })
  const onNothing = useEffectEvent(() => onMissing?.())

  useEffect(() => {
    if (!draft) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = actor.getSnapshot().context.revision
    let files = filesIn(actor.getSnapshot().context.values)
    const write = async () => {
      const { context, value } = actor.getSnapshot()
      if (value === 'submitted') return
      const { revision } = context
      written = revision
      files = filesIn(context.values)
      const values = changedValues(context.values, context.initial)
      if (Object.keys(values).length === 0) return draft.clear()
      const isKept = await draft.write({ id: id.current, values, revision })
      if (isKept && !isGone) actor.send({ type: 'draft.kept', revision })
    }
    let writing: Promise<void> = Promise.resolve()
    keepNow.current = () => {
      if (isUnwritten()) writing = write()
      return writing
    }
    draft.read().then((kept) => {
      const { revision, initial } = actor.getSnapshot().context
      if (isGone || revision > 0) return
      if (!kept) return onNothing()
      // Saved after all, or by somebody else: there is nothing to bring back.
      if (!isDirty({ ...initial, ...kept.values }, initial)) {
        draft.clear()
        return onNothing()
      }
      written = kept.revision
      files = filesIn(kept.values)
      onFound(kept)
    })
    const isUnwritten = () => {
      const { context } = actor.getSnapshot()
      return context.revision !== written && !context.offered
    }
    const pause = () => {
      timer = setTimeout(() => {
        timer = undefined
        if (!isUnwritten()) return
        writing = write()
        pause()
      }, DRAFT_DELAY)
    }
    const subscription = actor.subscribe(({ context, value }) => {
      if (!isUnwritten()) return
      const hasNewFile = filesIn(context.values) !== files
      // What is sent must be what is kept: after a reload the same intent has the same key.
      if (value === 'submitting' || hasNewFile || timer === undefined) writing = write()
      if (timer === undefined) pause()
    })
    return () => {
      isGone = true
      subscription.unsubscribe()
      clearTimeout(timer)
      keepNow.current = NOTHING_TO_KEEP
      if (isUnwritten()) write()
    }
  }, [actor, draft, id])

  return {
    /** Writes what is not yet written; fulfilled when all is kept, or cannot be. */
    keepDraft: () => keepNow.current(),
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

const NOTHING_TO_KEEP = async () => {}

/** Which files the values hold, as one text to compare by. */
const filesIn = (values: FormValues): string =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      value instanceof File ? [`${name}/${value.name}/${value.size}/${value.lastModified}`] : [],
    )
    .join()
