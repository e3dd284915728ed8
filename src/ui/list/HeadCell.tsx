import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { memo, type RefObject, useRef } from 'react'
import type { Direction } from '../../api/contract/list.ts'
import { nextDirection } from '../../machines/rules/order.ts'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { classes } from '../kit/classes.ts'
import { Icon } from '../kit/Icon.tsx'
import { Tooltip } from '../kit/Tooltip.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import styles from './DataTable.module.css'
import type { Align, ValueKind } from './definition.ts'
import { useRest } from './use-rest.ts'

/** What a head cell needs of its column. */
export interface HeadColumn {
  field: string
  headerName: string
  width?: number
  sortable?: boolean
  kind?: ValueKind
  tooltip?: string
  headerAlign?: Align
  leavesUnder?: number
}

/** Props of {@link HeadCell}. */
export interface HeadCellProps {
  column: HeadColumn
  /** How the list is sorted by this column, if it is. */
  direction: Direction | undefined
  onSort: (field: string) => void
  /** Told that somebody seems about to sort by it. */
  onNear?: ((field: string) => void) | undefined
  className?: string | undefined
  /** Sets the column's width in pixels; absent where columns cannot be made wider. */
  onWidth?: ((field: string, width: number) => void) | undefined
  /** The column can be moved by its head. */
  isMovable?: boolean
  /** It is in the hand; what stays here is its ghost. */
  isGhost?: boolean
  /** The column in the hand would stand at this side of it. */
  dropSide?: 'before' | 'after' | undefined
}

function PlainHead(props: HeadCellProps) {
  const { column, direction, onSort, onNear, className, onWidth, isMovable = false, isGhost, dropSide } = props
  const { translate } = useAtelier()
  const label = translate(column.headerName)
  const told = useRef<HTMLElement>(null)
  const next = nextDirection(direction)
  const rest = useRest(() => onNear?.(column.field))
  const tips = [
    ...(column.tooltip ? [translate(column.tooltip)] : []),
    ...(column.sortable ? [translate(`list.sort.${column.kind ?? 'other'}.${next}`)] : []),
  ]
  const shortcuts = isMovable ? { 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight' } : {}
  const head = column.sortable ? (
    <BareButton
      {...shortcuts}
      {...rest}
      ref={told as RefObject<HTMLButtonElement | null>}
      className={styles.sort}
      data-next={next}
      onClick={() => onSort(column.field)}
    >
      <span className={classes(column.tooltip && styles.hint)}>{label}</span>
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
      // The keyboard has to reach what has a tip and can be moved; a head that sorts holds a button for it.
      {...(!column.sortable &&
        (tips.length > 0 || isMovable) && {
          ref: told as RefObject<HTMLTableCellElement | null>,
          tabIndex: 0,
          ...shortcuts,
        })}
      className={classes(className, !column.sortable && column.tooltip && styles.hint)}
      style={{ inlineSize: column.width }}
      data-field={isMovable ? column.field : undefined}
      data-align={column.headerAlign}
      data-leaves={column.leavesUnder}
      data-ghost={isGhost ? '' : undefined}
      data-drop={dropSide}
      {...(column.sortable && { 'aria-sort': SORTS[direction ?? 'none'] })}
    >
      {head}
      {tips.length > 0 && (
        <Tooltip trigger={told}>
          {tips.map((tip) => (
            <span key={tip} className={styles.tip}>
              {tip}
            </span>
          ))}
        </Tooltip>
      )}
      {onWidth && <ColumnEdge onWidth={(width) => onWidth(column.field, width)} />}
    </th>
  )
}

/**
 * A column's head: a button where the list can be sorted by it, which says by tip and arrow which way the next press goes.
 * Down means descending (look.md §7).
 */
export const HeadCell = memo(PlainHead)

const SORTS = { asc: 'ascending', desc: 'descending', none: 'none' } as const
const ARROWS = { asc: <ArrowUpIcon weight="bold" />, desc: <ArrowDownIcon weight="bold" /> } as const
