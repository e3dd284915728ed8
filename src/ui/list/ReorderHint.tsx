import { useSelector } from '@xstate/react'
import { useAtelier } from '../context.ts'
import { Kbd } from '../kit/Kbd.tsx'
import styles from './ListFoot.module.css'
import type { Reorder } from './use-reorder.tsx'

/** The keys of moving rows, in the foot of the list; or how one gets to where rows can be moved. */
export function ReorderHint({ reorder, isGrid }: { reorder: Reorder<never>; isGrid: boolean | undefined }) {
  const { translate } = useAtelier()
  const { drag, isMovable, wayThere } = reorder
  const isHeld = useSelector(drag.actor, (snapshot) => snapshot.matches('held'))
  const way = isMovable && isGrid ? 'list.orderInTable' : wayThere
  if (way) return <span className={styles.hint}>{translate(way)}</span>
  if (!isMovable) return null
  return (
    <span className={styles.hint}>
      {translate(isHeld ? 'list.dropHint' : 'list.shortcutsHint')}
      <Kbd keys={isHeld ? ['Esc'] : [translate('list.shortcuts.space'), '↑', '↓']} />
    </span>
  )
}
