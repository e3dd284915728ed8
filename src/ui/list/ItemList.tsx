import { CheckSquareIcon } from '@phosphor-icons/react/CheckSquare'
import { type MouseEvent, memo, useRef } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Tick } from '../kit/Tick.tsx'
import type { GroupsOf, ListDefinition, RowAction } from './definition.ts'
import styles from './ItemList.module.css'
import { RowMenu } from './RowMenu.tsx'
import { isInside, isPicture, previewOf } from './row-keys.ts'
import { useWindow } from './use-window.ts'
import type { RowSelection } from './use-work.ts'
import { WaitingItems } from './WaitingItems.tsx'

/** Props of {@link ItemList}. */
export interface ItemListProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  /** Rows that are on their way, after those that are here. */
  skeletons: number
  isBusy: boolean
  /** Pictures side by side, each over its words; else lines beside a picture. */
  isGrid: boolean
  onAction: (row: R, action: RowAction) => void
  groupsOf: GroupsOf<R>
  /** Absent where rows cannot be selected. */
  selection?: RowSelection | undefined
}

/**
 * The list without columns: below the medium breakpoint items of two lines beside a picture, or anywhere a grid of
 * pictures. A row's menu begins a selection; while there is one, each row has its box, and a press on a row ticks it.
 */
export function ItemList<R extends Row>(props: ItemListProps<R>) {
  const { list, rows, skeletons, isBusy, isGrid, onAction, groupsOf, selection } = props
  const { translate } = useAtelier()
  const body = useRef<HTMLUListElement>(null)
  const view = useWindow(body, { rows, nameAt: (index) => list.nameOf(rows[index]!), isGrid })
  const isSelecting = selection !== undefined && selection.ids.size > 0
  return (
    <ul
      ref={body}
      data-selecting={isSelecting || undefined}
      className={isGrid ? styles.grid : styles.rows}
      aria-label={translate(list.title)}
      aria-busy={isBusy}
      onFocus={view.onFocus}
      onBlur={view.onBlur}
      onKeyDown={view.onKeyDown}
    >
      {view.runs.flatMap(({ gap, first, last }) => [
        gap > 0 && <Gap key={`before ${first}`} height={gap * view.rowHeight} />,
        ...rows
          .slice(first, last + 1)
          .map((row, at) => (
            <MemoItem
              key={row.id}
              list={list}
              row={row}
              index={first + at}
              count={view.isPartial ? rows.length : undefined}
              isGrid={isGrid}
              onAction={onAction}
              groupsOf={groupsOf}
              isSelecting={isSelecting}
              isSelected={selection?.ids.has(row.id)}
              onSelect={selection?.onRow}
            />
          )),
      ])}
      {view.below > 0 && <Gap height={view.below * view.rowHeight} />}
      <WaitingItems count={skeletons} picture={list.phonePicture} />
    </ul>
  )
}

/** The room of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => <li aria-hidden="true" className={styles.gap} style={{ height }} />

interface ItemProps<R extends Row> {
  list: ListDefinition<R>
  row: R
  /** The row's place, from 0; and of how many, where not every row is drawn. */
  index: number
  count: number | undefined
  isGrid: boolean
  onAction: (row: R, action: RowAction) => void
  groupsOf: GroupsOf<R>
  /** Some row is selected. */
  isSelecting: boolean
  isSelected: boolean | undefined
  onSelect: ((id: string, isRange: boolean) => void) | undefined
}

function Item<R extends Row>(props: ItemProps<R>) {
  const { list, row, index, count, isGrid, onAction, groupsOf, isSelecting, isSelected = false, onSelect } = props
  const { translate } = useAtelier()
  const { picture, name, aside, line } = list.phone(row)
  const open = (event: MouseEvent<HTMLLIElement>) => {
    if (isInside(event)) return
    if (list.preview && isPicture(event)) onAction(row, previewOf(list.preview))
    else list.open?.(row)
  }
  const tick = (event: MouseEvent<HTMLLIElement>) => {
    const { target, currentTarget, detail, ctrlKey, metaKey, shiftKey } = event
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('button, input')) return
    // Keys and screen readers have the box for it; to them the name stays a link.
    if (detail === 0 || ctrlKey || metaKey) return
    event.preventDefault()
    event.stopPropagation()
    onSelect?.(row.id, shiftKey)
  }
  const [first = [], ...others] = groupsOf(row)
  const begin = {
    id: 'select',
    type: 'click',
    title: 'list.selectRow',
    icon: <CheckSquareIcon />,
    onAction: () => void onSelect?.(row.id, false),
  } satisfies RowAction
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's name is a link to the same place
    <li
      className={styles.row}
      onClick={open}
      onClickCapture={isSelecting ? tick : undefined}
      data-row={row.id}
      data-index={index}
      data-tile={isGrid || undefined}
      data-plain={picture === undefined || undefined}
      data-selected={isSelected || undefined}
      aria-posinset={count && index + 1}
      aria-setsize={count}
    >
      {(isSelecting || (isGrid && onSelect)) && (
        <Tick
          label={translate('list.select', { name: list.nameOf(row) })}
          className={styles.tick}
          isTicked={isSelected}
          onPress={(isRange) => onSelect?.(row.id, isRange)}
        />
      )}
      {picture}
      <div className={styles.lines}>
        <div className={styles.first}>
          <span className={styles.name}>{name}</span>
          {aside && !isGrid && <span className={styles.aside}>{aside}</span>}
        </div>
        {line && <div className={styles.second}>{line}</div>}
      </div>
      <RowMenu
        name={list.nameOf(row)}
        groups={[onSelect && !isSelecting ? [...first, begin] : first, ...others]}
        onAction={(action) => (action === begin ? begin.onAction() : onAction(row, action))}
        isPhone={!isGrid}
      />
    </li>
  )
}

// Rows that did not change are not drawn again while others load.
const MemoItem = memo(Item) as typeof Item
