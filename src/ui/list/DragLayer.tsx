import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/DotsSixVertical'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Icon } from '../kit/Icon.tsx'
import type { ListDefinition } from './definition.ts'
import styles from './Reorder.module.css'
import type { Drag } from './use-row-drag.ts'

/** Props of {@link DragLayer}. */
export interface DragLayerProps<R extends Row> {
  drag: Drag
  list: ListDefinition<R>
  rows: readonly R[]
}

/** A row in the hand: a line with the number of the place it would take, and a card that follows the pointer. */
export function DragLayer<R extends Row>({ drag: { actor, body, card }, list, rows }: DragLayerProps<R>) {
  const { language, translate } = useAtelier()
  const { id, from, to, first } = useSelector(actor, ({ context }) => context)
  const isHeld = useSelector(actor, (snapshot) => snapshot.matches('held'))
  const isByPointer = useSelector(actor, (snapshot) => snapshot.matches({ held: 'byPointer' }))
  const line = useRef<HTMLDivElement>(null)
  const row = rows.find((one) => one.id === id)
  useEffect(() => {
    const table = body.current
    if (!isHeld || !table || !line.current) return
    const height = table.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 0
    line.current.style.insetBlockStart = `${table.offsetTop + (to - first + (to > from ? 1 : 0)) * height - 1}px`
    if (!isByPointer) line.current.scrollIntoView({ block: 'nearest' })
  }, [body, isHeld, isByPointer, to, from, first])
  if (!isHeld || !row) return null
  const { picture, name } = list.phone(row)
  return (
    <>
      <div ref={line} className={styles.line} data-idle={to === from ? '' : undefined} aria-hidden="true">
        <b>{formatNumber(to, language)}</b>
      </div>
      {isByPointer &&
        createPortal(
          <div
            ref={(element) => {
              card.current = element
            }}
            className={styles.hand}
            aria-hidden="true"
            inert
          >
            <span className={styles.card}>
              <Icon>
                <DotsSixVerticalIcon weight="bold" />
              </Icon>
              {picture}
              <span className={styles.name}>{name}</span>
              <span className={styles.hop}>
                {translate('list.place', { n: from })}
                <Icon size="sm">
                  <ArrowRightIcon weight="bold" />
                </Icon>
                {translate('list.place', { n: to })}
              </span>
            </span>
          </div>,
          document.body,
        )}
    </>
  )
}
