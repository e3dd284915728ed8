import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { ListActor } from './list-actor.ts'
import type { Drag } from './use-row-drag.ts'

/** Props of {@link ReorderVoice}. */
export interface ReorderVoiceProps<R extends Row> {
  drag: Drag
  actor: ListActor<R>
  nameOf: (row: R) => string
  total: number
}

/** Tells screen readers where the row in the hand stands, where it was put, and that it is back if it was not saved. Loaded once rows can be moved. */
export function ReorderVoice<R extends Row>({ drag, actor, nameOf, total }: ReorderVoiceProps<R>) {
  const { translate } = useAtelier()
  const [said, setSaid] = useState('')
  const held = useRef(false)
  const name = useEffectEvent(nameOf)
  useEffect(() => {
    const nameFor = (id: string) => {
      const row = actor.getSnapshot().context.rows.find((one) => one.id === id)
      return row ? name(row) : ''
    }
    const follow = ({ context: { id, from, to }, ...snapshot }: ReturnType<typeof drag.actor.getSnapshot>) => {
      const was = held.current
      held.current = snapshot.value !== 'resting'
      if (held.current && !was) setSaid(translate('list.lifted', { name: nameFor(id), n: to, total }))
      else if (held.current) setSaid(translate('list.carried', { n: to, total }))
      else if (was) setSaid(translate('list.putBack', { name: nameFor(id), n: from }))
    }
    // It may have been lifted while this was on its way.
    if (!held.current) follow(drag.actor.getSnapshot())
    const followed = drag.actor.subscribe(follow)
    const moved = drag.actor.on('row.moved', ({ id, position }) =>
      // After the drag is over, so that this is what is said last.
      queueMicrotask(() => setSaid(translate('list.dropped', { name: nameFor(id), n: position }))),
    )
    const returned = actor.on('row.returned', ({ position }) => setSaid(translate('list.returned', { n: position })))
    return () => {
      followed.unsubscribe()
      moved.unsubscribe()
      returned.unsubscribe()
    }
  }, [drag.actor, actor, translate, total])
  return <VisuallyHidden live="polite">{said}</VisuallyHidden>
}
