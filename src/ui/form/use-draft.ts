import { useEffect, useEffectEvent, useRef } from 'react'
import { uuidv7 } from 'uuidv7'
import { type FormValues, isDirty, pickChangedValues } from '../../machines/form/form.ts'
import type { Draft, DraftStore } from './draft.ts'
import type { FormActor } from './form-actor.ts'

/** Throttle interval for draft writes, in milliseconds. The first change and a new file are written immediately. */
const DRAFT_WRITE_DELAY_MS = 300

export interface UseDraftOptions {
  draft: DraftStore | undefined
  /** Id for the idempotency key. Restoring a draft replaces the id. */
  id: { current: string }
  restoreMode: 'atOnce' | 'offered' | undefined
  onRestored: ((values: FormValues) => void) | undefined
  /** Called if no draft is stored, unless the user has typed in the meantime. */
  onMissing?: (() => void) | undefined
}

/** Restores or offers the stored draft, then stores changes. */
export function useDraft(actor: FormActor, { draft, id, restoreMode, onRestored, onMissing }: UseDraftOptions) {
  const foundDraft = useRef<Draft>(undefined)
  const writeNow = useRef<() => Promise<void>>(writeNothing)

  const restore = (stored: Draft) => {
    id.current = stored.id
    actor.send({ type: 'draft.restored', draft: stored })
    onRestored?.(stored.values)
  }
  const onFound = useEffectEvent((stored: Draft) => {
    foundDraft.current = stored
    if (restoreMode === 'offered') actor.send({ type: 'draft.found', draft: stored })
    else restore(stored)
  })
  const onNoDraft = useEffectEvent(() => onMissing?.())

  useEffect(() => {
    if (!draft) return
    let isUnmounted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let writtenRevision = actor.getSnapshot().context.revision
    let files = fileFingerprint(actor.getSnapshot().context.values)
    const write = async () => {
      const { context, value } = actor.getSnapshot()
      if (value === 'submitted') return
      const { revision } = context
      writtenRevision = revision
      files = fileFingerprint(context.values)
      const values = pickChangedValues(context.values, context.initial)
      if (Object.keys(values).length === 0) return draft.clear()
      const isStored = await draft.write({ id: id.current, values, revision })
      if (isStored && !isUnmounted) actor.send({ type: 'draft.saved', revision })
    }
    let pendingWrite: Promise<void> = Promise.resolve()
    writeNow.current = () => {
      if (isUnwritten()) pendingWrite = write()
      return pendingWrite
    }
    draft.read().then((stored) => {
      const { revision, initial } = actor.getSnapshot().context
      if (isUnmounted || revision > 0) return
      if (!stored) return onNoDraft()
      // The draft equals the saved values, so there is nothing to restore.
      if (!isDirty({ ...initial, ...stored.values }, initial)) {
        draft.clear()
        return onNoDraft()
      }
      writtenRevision = stored.revision
      files = fileFingerprint(stored.values)
      onFound(stored)
    })
    const isUnwritten = () => {
      const { context } = actor.getSnapshot()
      return context.revision !== writtenRevision && !context.offeredDraft
    }
    const startThrottle = () => {
      timer = setTimeout(() => {
        timer = undefined
        if (!isUnwritten()) return
        pendingWrite = write()
        startThrottle()
      }, DRAFT_WRITE_DELAY_MS)
    }
    const subscription = actor.subscribe(({ context, value }) => {
      if (!isUnwritten()) return
      const hasNewFile = fileFingerprint(context.values) !== files
      // Stores the submitted values, so that a repeated submit after a reload has the same idempotency key.
      if (value === 'submitting' || hasNewFile || timer === undefined) pendingWrite = write()
      if (timer === undefined) startThrottle()
    })
    return () => {
      isUnmounted = true
      subscription.unsubscribe()
      clearTimeout(timer)
      writeNow.current = writeNothing
      if (isUnwritten()) write()
    }
  }, [actor, draft, id])

  return {
    /** Writes pending changes. Resolves when they are stored or cannot be stored. */
    saveDraft: () => writeNow.current(),
    restoreDraft: () => foundDraft.current && restore(foundDraft.current),
    declineDraft: () => {
      id.current = uuidv7()
      actor.send({ type: 'draft.declined' })
      draft?.clear()
    },
  }
}

const writeNothing = async () => {}

/** Returns a string that identifies the files in `values`. */
const fileFingerprint = (values: FormValues): string =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      value instanceof File ? [`${name}/${value.name}/${value.size}/${value.lastModified}`] : [],
    )
    .join()
