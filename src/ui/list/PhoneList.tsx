import { type MouseEvent, memo, useState } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import type { GroupsOf, ListDefinition, RowAction } from './definition.ts'
import styles from './PhoneList.module.css'
import { RowMenu } from './RowMenu.tsx'
import { createRowKeys, isInside } from './row-keys.ts'

/** Props of {@link PhoneList}. */
export interface PhoneListProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  /** Rows that are on their way, after those that are here. */
  skeletons: number
  isBusy: boolean
  onAction: (row: R, action: RowAction) => void
  groupsOf?: GroupsOf<R> | undefined
}

/** The list below the medium breakpoint: items of two lines beside a picture. */
export function PhoneList<R extends Row>({ list, rows, skeletons, isBusy, onAction, groupsOf }: PhoneListProps<R>) {
  const { translate } = useAtelier()
  const [onKeyDown] = useState(createRowKeys)
  return (
    <ul className={styles.rows} aria-label={translate(list.title)} aria-busy={isBusy} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <MemoRow key={row.id} list={list} row={row} onAction={onAction} groupsOf={groupsOf} />
      ))}
      {Array.from({ length: skeletons }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not here yet have nothing else
        <li key={`skeleton ${index}`} className={styles.row} aria-hidden="true">
          <Skeleton shape="plinth" />
          <div className={styles.lines}>
            <Skeleton width={96 + ((index * 3) % 5) * 16} height={14} />
            <Skeleton width={128 + ((index * 2) % 5) * 14} height={11} />
          </div>
        </li>
      ))}
    </ul>
  )
}

interface PhoneRowProps<R extends Row> {
  list: ListDefinition<R>
  row: R
  onAction: (row: R, action: RowAction) => void
  groupsOf?: GroupsOf<R> | undefined
}

function PhoneRow<R extends Row>({ list, row, onAction, groupsOf }: PhoneRowProps<R>) {
  const { picture, name, aside, line } = list.phone(row)
  const open = (event: MouseEvent<HTMLLIElement>) => {
    if (!isInside(event)) list.open?.(row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's name is a link to the same place
    <li className={styles.row} onClick={open} data-plain={picture === undefined || undefined}>
      {picture}
      <div className={styles.lines}>
        <div className={styles.first}>
          <span className={styles.name}>{name}</span>
          {aside && <span className={styles.aside}>{aside}</span>}
        </div>
        {line && <div className={styles.second}>{line}</div>}
      </div>
      {groupsOf && (
        <RowMenu name={list.nameOf(row)} groups={groupsOf(row)} onAction={(action) => onAction(row, action)} isPhone />
      )}
    </li>
  )
}

// Rows that did not change are not drawn again while others load.
const MemoRow = memo(PhoneRow) as typeof PhoneRow
