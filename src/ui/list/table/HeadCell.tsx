import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { memo, type RefObject, useRef } from 'react'
import type { Direction } from '../../../api/contract/list.ts'
import { nextDirection } from '../../../machines/list/order.ts'
import { BareButton } from '../../kit/BareButton.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { joinClassNames } from '../../kit/join-class-names.ts'
import { Tooltip } from '../../kit/overlays/Tooltip.tsx'
import type { MessageKey } from '../../message-key.ts'
import type { Align, ValueKind } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import { ColumnResizer } from './ColumnResizer.tsx'
import styles from './DataTable.module.css'
import { useHoverIntent } from './use-hover-intent.ts'

export interface HeadColumn {
  field: string
  headerName: MessageKey
  width?: number
  sortable?: boolean
  kind?: ValueKind
  tooltip?: MessageKey
  headerAlign?: Align
  hiddenBelowPx?: number
}

export interface HeadCellProps {
  column: HeadColumn
  /** Sort direction, if the list is sorted by this column. */
  direction: Direction | undefined
  onSort: (field: string) => void
  /** Called when the user is likely to sort by this column. */
  onSortHover?: ((field: string) => void) | undefined
  className?: string | undefined
  /** Sets the column's width in pixels. Absent when columns cannot be resized. */
  onWidth?: ((field: string, width: number) => void) | undefined
  /** Whether the user can move the column by dragging this head. */
  isMovable?: boolean
  /** Whether the column is being dragged and this cell is its ghost. */
  isGhost?: boolean
  /** Side of this cell where the dragged column would be inserted. */
  dropSide?: 'before' | 'after' | undefined
}

function PlainHead(props: HeadCellProps) {
  const { column, direction, onSort, onSortHover, className, onWidth, isMovable = false, isGhost, dropSide } = props
  const translate = useListTranslate()
  const label = translate(column.headerName)
  const tooltipAnchor = useRef<HTMLElement>(null)
  const next = nextDirection(direction)
  const hoverIntent = useHoverIntent(() => onSortHover?.(column.field))
  const tooltips = [
    ...(column.tooltip ? [translate(column.tooltip)] : []),
    ...(column.sortable ? [translate(`list.sort.${column.kind ?? 'other'}.${next}`)] : []),
  ]
  const shortcuts = isMovable ? { 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight' } : {}
  const head = column.sortable ? (
    <BareButton
      {...shortcuts}
      {...hoverIntent}
      ref={tooltipAnchor as RefObject<HTMLButtonElement | null>}
      className={styles.sort}
      data-next={next}
      onClick={() => onSort(column.field)}
    >
      <span className={joinClassNames(column.tooltip && styles.hint)}>{label}</span>
      {direction && (
        <Icon size="xs" className={styles.arrow}>
          {ARROWS[direction]}
        </Icon>
      )}
      <Icon size="xs" className={styles.next}>
        {ARROWS[next]}
      </Icon>
    </BareButton>
  ) : (
    label
  )
  return (
    <th
      scope="col"
      // A head with a tooltip, or of a movable column, must be focusable. A sortable head contains a focusable button.
      {...(!column.sortable &&
        (tooltips.length > 0 || isMovable) && {
          ref: tooltipAnchor as RefObject<HTMLTableCellElement | null>,
          tabIndex: 0,
          ...shortcuts,
        })}
      className={joinClassNames(className, !column.sortable && column.tooltip && styles.hint)}
      style={{ inlineSize: column.width }}
      data-field={isMovable ? column.field : undefined}
      data-align={column.headerAlign}
      data-leaves={column.hiddenBelowPx}
      data-ghost={isGhost ? '' : undefined}
      data-drop={dropSide}
      {...(column.sortable && { 'aria-sort': ARIA_SORT[direction ?? 'none'] })}
    >
      {head}
      {tooltips.length > 0 && (
        <Tooltip trigger={tooltipAnchor}>
          {tooltips.map((tooltip) => (
            <span key={tooltip} className={styles.tip}>
              {tooltip}
            </span>
          ))}
        </Tooltip>
      )}
      {onWidth && <ColumnResizer onWidth={(width) => onWidth(column.field, width)} />}
    </th>
  )
}

/**
 * Head of a column. The tooltip and arrow of a sortable head show the next direction. Down means descending (design guide §7).
 */
export const HeadCell = memo(PlainHead)

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const
const ARROWS = { asc: <ArrowUpIcon weight="bold" />, desc: <ArrowDownIcon weight="bold" /> } as const
