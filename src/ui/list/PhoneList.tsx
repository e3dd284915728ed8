import { type MouseEvent, memo, useRef, useState } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import type { GroupsOf, ListDefinition, RowAction } from './definition.ts'
import styles from './PhoneList.module.css'
import { RowMenu } from './RowMenu.tsx'
import { createRowKeys, isInside } from './row-keys.ts'
import { useWindow } from './use-window.ts'

/** Props of {@link PhoneList}. */
export interface PhoneListProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  /** Rows that are on their way, after those that are here. */
  skeletons: number
  isBusy: boolean
  onAction: (row: R, action: RowAction) => void
  groupsOf: GroupsOf<R>
}

/** The list below the medium breakpoint: items of two lines beside a picture. */
export function PhoneList<R extends Row>({ list, rows, skeletons, isBusy, onAction, groupsOf }: PhoneListProps<R>) {
  const { translate } = useAtelier()
  const [onKeyDown] = useState(createRowKeys)
  const body = useRef<HTMLUListElement>(null)
  const view = useWindow(body, rows.length, -1)
  return (
    <ul
      ref={body}
      className={styles.rows}
      aria-label={translate(list.title)}
      aria-busy={isBusy}
      onFocus={view.onFocus}
      onBlur={view.onBlur}
      onKeyDown={(event) =>
        onKeyDown(event, { count: rows.length, nameAt: (index) => list.nameOf(rows[index]!), lead: view.lead })
      }
    >
      {view.runs.flatMap(({ gap, first, last }) => [
        gap > 0 && <Gap key={`before ${first}`} height={gap * view.rowHeight} />,
        ...rows
          .slice(first, last + 1)
          .map((row, at) => (
            <MemoRow
              key={row.id}
              list={list}
              row={row}
              index={first + at}
              count={view.isPartial ? rows.length : undefined}
              onAction={onAction}
              groupsOf={groupsOf}
            />
          )),
      ])}
      {view.below > 0 && <Gap height={view.below * view.rowHeight} />}
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

/** The room of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => <li aria-hidden="true" style={{ height }} />

interface PhoneRowProps<R extends Row> {
  list: ListDefinition<R>
  row: R
  /** The row's place, from 0; and of how many, where not every row is drawn. */
  index: number
  count: number | undefined
  onAction: (row: R, action: RowAction) => void
  groupsOf: GroupsOf<R>
}

function PhoneRow<R extends Row>({ list, row, index, count, onAction, groupsOf }: PhoneRowProps<R>) {
  const { picture, name, aside, line } = list.phone(row)
  const open = (event: MouseEvent<HTMLLIElement>) => {
    if (!isInside(event)) list.open?.(row)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's name is a link to the same place
    <li
      className={styles.row}
      onClick={open}
      data-index={index}
      data-plain={picture === undefined || undefined}
      aria-posinset={count && index + 1}
      aria-setsize={count}
    >
      {picture}
      <div className={styles.lines}>
        <div className={styles.first}>
          <span className={styles.name}>{name}</span>
          {aside && <span className={styles.aside}>{aside}</span>}
        </div>
        {line && <div className={styles.second}>{line}</div>}
      </div>
      <RowMenu name={list.nameOf(row)} groups={groupsOf(row)} onAction={(action) => onAction(row, action)} isPhone />
    </li>
  )
}

// Rows that did not change are not drawn again while others load.
const MemoRow = memo(PhoneRow) as typeof PhoneRow
