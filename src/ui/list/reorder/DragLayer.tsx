import { ArrowRightIcon } from '@phosphor-icons/react/ArrowRight'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/DotsSixVertical'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Row } from '../../../machines/list/paging.ts'
import { useAtelier } from '../../context.ts'
import { formatNumber } from '../../format-number.ts'
import { Icon } from '../../kit/Icon.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { ListDefinition } from '../definition.ts'
import styles from '../Reorder.module.css'
import type { RowDrag } from './use-row-drag.ts'

export interface DragLayerProps<R extends Row> {
  drag: RowDrag
  list: ListDefinition<R>
  rows: readonly R[]
}

/** Overlay during a drag: a line at the target position, and a card that follows the pointer. */
export function DragLayer<R extends Row>({ drag: { actor, body, card }, list, rows }: DragLayerProps<R>) {
  const translate = useTranslate(listMessages)
  const { language } = useAtelier()
  const { id, from, to, first } = useSelector(actor, ({ context }) => context)
  const isDragging = useSelector(actor, (snapshot) => snapshot.matches('dragging'))
  const isByPointer = useSelector(actor, (snapshot) => snapshot.matches({ dragging: 'byPointer' }))
  const line = useRef<HTMLDivElement>(null)
  const row = rows.find((candidate) => candidate.id === id)
  useEffect(() => {
    const table = body.current
    if (!isDragging || !table || !line.current) return
    const height = table.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 0
    line.current.style.insetBlockStart = `${table.offsetTop + (to - first + (to > from ? 1 : 0)) * height - 1}px`
    if (!isByPointer) line.current.scrollIntoView({ block: 'nearest' })
  }, [body, isDragging, isByPointer, to, from, first])
  if (!isDragging || !row) return null
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
