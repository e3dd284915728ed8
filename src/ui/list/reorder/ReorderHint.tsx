import { useSelector } from '@xstate/react'
import { Kbd } from '../../kit/Kbd.tsx'
import styles from '../ListFoot.module.css'
import { useListTranslate } from '../use-list-translate.ts'
import type { ReorderState } from './use-reorder.tsx'

/** Hint in the list's foot: the keys that move rows, or what to change so that rows can be moved. */
export function ReorderHint({ reorder, isGrid }: { reorder: ReorderState<never>; isGrid: boolean | undefined }) {
  const translate = useListTranslate()
  const { drag, isMovable, hintKey } = reorder
  const isDragging = useSelector(drag.actor, (snapshot) => snapshot.matches('dragging'))
  const hintToShow = isMovable && isGrid ? 'list.orderInTable' : hintKey
  if (hintToShow) return <span className={styles.hint}>{translate(hintToShow)}</span>
  if (!isMovable) return null
  return (
    <span className={styles.hint}>
      {translate(isDragging ? 'list.dropHint' : 'list.shortcutsHint')}
      <Kbd keys={isDragging ? ['Esc'] : [translate('list.shortcuts.space'), '↑', '↓']} />
    </span>
  )
}
