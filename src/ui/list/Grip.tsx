import { DotsSixVerticalIcon } from '@phosphor-icons/react/DotsSixVertical'
import { useSelector } from '@xstate/react'
import type { KeyboardEvent } from 'react'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Icon } from '../kit/Icon.tsx'
import styles from './Reorder.module.css'
import type { Drag, Places } from './use-row-drag.ts'

/** Props of {@link Grip}. */
export interface GripProps {
  drag: Drag
  /** The row's name. */
  name: string
  row: Places
}

/**
 * The handle of a row, with the row's place: carried by the pointer or a finger; by keys, Space lifts, the arrows carry,
 * Space puts down and Escape puts back.
 */
export function Grip({ drag: { actor, lift }, name, row }: GripProps) {
  const { translate, language } = useAtelier()
  const isHeld = useSelector(
    actor,
    (snapshot) => snapshot.context.id === row.id && snapshot.matches({ held: 'byKeys' }),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const steps = { ArrowUp: -1, ArrowDown: 1 }[key]
    if (key === ' ' || key === 'Enter') {
      event.preventDefault()
      if (isHeld) actor.send({ type: 'row.dropped' })
      else actor.send({ type: 'row.lifted', ...row, by: 'keys' })
    } else if (isHeld && steps) {
      event.preventDefault()
      actor.send({ type: 'row.stepped', by: steps })
    } else if (isHeld && key === 'Escape') {
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
        aria-pressed={isHeld}
        data-grip={row.id}
        onPointerDown={(event) => lift(event, row)}
        onKeyDown={onKeyDown}
        onBlur={() => isHeld && actor.send({ type: 'drag.cancelled' })}
      >
        <Icon>
          <DotsSixVerticalIcon weight="bold" />
        </Icon>
      </button>
      <span className={styles.place}>{formatNumber(row.from, language)}</span>
    </span>
  )
}
