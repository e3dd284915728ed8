import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { ListActor } from '../state/list-actor.ts'
import type { RowDrag } from './use-row-drag.ts'

export interface ReorderAnnouncerProps<R extends Row> {
  drag: RowDrag
  actor: ListActor<R>
  nameOf: (row: R) => string
  total: number
}

/** Announces a dragged row's position, its drop, and its return after a failed save. */
export function ReorderAnnouncer<R extends Row>({ drag, actor, nameOf, total }: ReorderAnnouncerProps<R>) {
  const translate = useTranslate(listMessages)
  const [announcement, setAnnouncement] = useState('')
  const isDragging = useRef(false)
  const name = useEffectEvent(nameOf)
  useEffect(() => {
    const nameFor = (id: string) => {
      const row = actor.getSnapshot().context.rows.find((candidate) => candidate.id === id)
      return row ? name(row) : ''
    }
    const announceDrag = ({ context: { id, from, to }, ...snapshot }: ReturnType<typeof drag.actor.getSnapshot>) => {
      const wasDragging = isDragging.current
      isDragging.current = snapshot.value !== 'idle'
      if (isDragging.current && !wasDragging)
        setAnnouncement(translate('list.lifted', { name: nameFor(id), n: to, total }))
      else if (isDragging.current) setAnnouncement(translate('list.carried', { n: to, total }))
      else if (wasDragging) setAnnouncement(translate('list.putBack', { name: nameFor(id), n: from }))
    }
    // A drag may have started while this component loaded.
    if (!isDragging.current) announceDrag(drag.actor.getSnapshot())
    const dragSubscription = drag.actor.subscribe(announceDrag)
    const movedSubscription = drag.actor.on('row.moved', ({ id, position }) =>
      // Waits for the end of the drag, so that this announcement is the last.
      queueMicrotask(() => setAnnouncement(translate('list.dropped', { name: nameFor(id), n: position }))),
    )
    const returnedSubscription = actor.on('move.reverted', ({ position }) =>
      setAnnouncement(translate('list.returned', { n: position })),
    )
    return () => {
      dragSubscription.unsubscribe()
      movedSubscription.unsubscribe()
      returnedSubscription.unsubscribe()
    }
  }, [drag.actor, actor, translate, total])
  return <VisuallyHidden live="polite">{announcement}</VisuallyHidden>
}
