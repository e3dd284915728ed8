import { DotsSixVerticalIcon } from '@phosphor-icons/react/DotsSixVertical'
import { useSelector } from '@xstate/react'
import type { KeyboardEvent } from 'react'
import { useAtelier } from '../../context.ts'
import { formatNumber } from '../../format-number.ts'
import { Icon } from '../../kit/Icon.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import styles from '../Reorder.module.css'
import type { DropRange, RowDrag } from './use-row-drag.ts'

export interface DragHandleProps {
  drag: RowDrag
  name: string
  row: DropRange
}

/** Drag handle of a row that shows the row's position. Keys: Space lifts and drops, arrows move, Escape cancels. */
export function DragHandle({ drag: { actor, startDrag }, name, row }: DragHandleProps) {
  const translate = useTranslate(listMessages)
  const { language } = useAtelier()
  const isDragging = useSelector(
    actor,
    (snapshot) => snapshot.context.id === row.id && snapshot.matches({ dragging: 'byKeys' }),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const offset = { ArrowUp: -1, ArrowDown: 1 }[key]
    if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      if (isDragging) actor.send({ type: 'row.dropped' })
      else actor.send({ type: 'row.grabbed', ...row, by: 'keys' })
    } else if (isDragging && offset) {
      event.preventDefault()
      actor.send({ type: 'row.stepped', by: offset })
    } else if (isDragging && key === 'Escape') {
      event.preventDefault()
      actor.send({ type: 'drag.cancelled' })
    }
  }
  return (
    <span className={styles.lead}>
      <button
        type="button"
        className={styles.grip}
        aria-label={translate('list.reorder', { name, n: row.from })}
        aria-pressed={isDragging}
        data-grip={row.id}
        onPointerDown={(event) => startDrag(event, row)}
        onKeyDown={onKeyDown}
        onBlur={() => isDragging && actor.send({ type: 'drag.cancelled' })}
      >
        <Icon>
          <DotsSixVerticalIcon weight="bold" />
        </Icon>
      </button>
      <span className={styles.place}>{formatNumber(row.from, language)}</span>
    </span>
  )
}
