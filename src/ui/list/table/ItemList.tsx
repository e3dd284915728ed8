import { CheckSquareIcon } from '@phosphor-icons/react/CheckSquare'
import { type MouseEvent, memo, useRef } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { Checkbox } from '../../kit/fields/Checkbox.tsx'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import { RowMenu } from '../actions/RowMenu.tsx'
import type { GetMenuGroups, ListDefinition, RowAction } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { RowSelection } from '../use-list-workspace.ts'
import styles from './ItemList.module.css'
import { ItemSkeletons } from './ItemSkeletons.tsx'
import { createPreviewAction, isInnerControlClick, isPreviewClick } from './row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

export interface ItemListProps<R extends Row> {
  list: ListDefinition<R>
  rows: readonly R[]
  /** Number of skeleton items after the loaded rows. */
  skeletons: number
  isBusy: boolean
  /** Shows a grid of pictures with text below, instead of lines next to a picture. */
  isGrid: boolean
  onAction: (row: R, action: RowAction) => void
  groupsOf: GetMenuGroups<R>
  selection?: RowSelection | undefined
}

/**
 * List without columns: two-line items below the medium breakpoint, or a grid of pictures. The menu of a row starts a selection.
 * During a selection, each row shows its checkbox, and a press toggles the row.
 */
export function ItemList<R extends Row>(props: ItemListProps<R>) {
  const { list, rows, skeletons, isBusy, isGrid, onAction, groupsOf, selection } = props
  const translate = useListTranslate()
  const body = useRef<HTMLUListElement>(null)
  const view = useRowWindow(body, { rows, nameAt: (index) => list.nameOf(rows[index]!), isGrid })
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
      {view.linesBelow > 0 && <Gap height={view.linesBelow * view.rowHeight} />}
      <ItemSkeletons count={skeletons} picture={list.phonePicture} />
    </ul>
  )
}

/** Spacer with the height of the rows that are not rendered. */
const Gap = ({ height }: { height: number }) => <li aria-hidden="true" className={styles.gap} style={{ height }} />

interface ItemProps<R extends Row> {
  list: ListDefinition<R>
  row: R
  /** 0-based position of the row, and the total number of rows if some are not rendered. */
  index: number
  count: number | undefined
  isGrid: boolean
  onAction: (row: R, action: RowAction) => void
  groupsOf: GetMenuGroups<R>
  isSelecting: boolean
  isSelected: boolean | undefined
  onSelect: ((id: string, isRange: boolean) => void) | undefined
}

function Item<R extends Row>(props: ItemProps<R>) {
  const { list, row, index, count, isGrid, onAction, groupsOf, isSelecting, isSelected = false, onSelect } = props
  const translate = useTranslate(listMessages)
  const { picture, name, aside, line } = list.phone(row)
  const open = (event: MouseEvent<HTMLLIElement>) => {
    if (isInnerControlClick(event)) return
    if (list.preview && isPreviewClick(event)) onAction(row, createPreviewAction(list.preview))
    else list.open?.(row)
  }
  const toggleRow = (event: MouseEvent<HTMLLIElement>) => {
    const { target, currentTarget, detail, ctrlKey, metaKey, shiftKey } = event
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest('button, input')) return
    // Clicks by keyboard or screen reader (`detail` of 0) open the link, because these users select rows by the checkbox.
    if (detail === 0 || ctrlKey || metaKey) return
    event.preventDefault()
    event.stopPropagation()
    onSelect?.(row.id, shiftKey)
  }
  const [firstGroup = [], ...otherGroups] = groupsOf(row)
  const selectAction = {
    id: 'select',
    type: 'click',
    title: 'list.selectRow',
    icon: <CheckSquareIcon />,
    onAction: () => void onSelect?.(row.id, false),
  } satisfies RowAction
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's name is a link to the same page
    <li
      className={styles.row}
      onClick={open}
      onClickCapture={isSelecting ? toggleRow : undefined}
      data-row={row.id}
      data-index={index}
      data-tile={isGrid || undefined}
      data-plain={picture === undefined || undefined}
      data-selected={isSelected || undefined}
      aria-posinset={count && index + 1}
      aria-setsize={count}
    >
      {(isSelecting || (isGrid && onSelect)) && (
        <Checkbox
          label={translate('list.select', { name: list.nameOf(row) })}
          className={styles.tick}
          isChecked={isSelected}
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
        groups={[onSelect && !isSelecting ? [...firstGroup, selectAction] : firstGroup, ...otherGroups]}
        onAction={(action) => (action === selectAction ? selectAction.onAction() : onAction(row, action))}
        isPhone={!isGrid}
      />
    </li>
  )
}

const MemoItem = memo(Item) as typeof Item
