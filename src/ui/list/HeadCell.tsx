import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { memo, type RefObject, useRef } from 'react'
import type { Direction } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
import { BareButton } from '../kit/BareButton.tsx'
import { classes } from '../kit/classes.ts'
import { Icon } from '../kit/Icon.tsx'
import { Tooltip } from '../kit/Tooltip.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import styles from './DataTable.module.css'
import type { Align } from './definition.ts'

/** What a head cell needs of its column. */
export interface HeadColumn {
  field: string
  headerName: string
  width?: number
  sortable?: boolean
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
  className?: string | undefined
  /** Sets the column's width in pixels; absent where columns cannot be made wider. */
  onWidth?: ((field: string, width: number) => void) | undefined
}

function PlainHead({ column, direction, onSort, className, onWidth }: HeadCellProps) {
  const { translate } = useAtelier()
  const label = translate(column.headerName)
  const told = useRef<HTMLElement>(null)
  const head = column.sortable ? (
    <BareButton
      ref={told as RefObject<HTMLButtonElement | null>}
      className={styles.sort}
      onClick={() => onSort(column.field)}
    >
      <span className={classes(column.tooltip && styles.hint)}>{label}</span>
      <Icon size="xs" className={styles.arrow}>
        {direction === 'asc' ? <ArrowUpIcon weight="bold" /> : <ArrowDownIcon weight="bold" />}
      </Icon>
    </BareButton>
  ) : column.tooltip ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what has a tip
    <span ref={told} role="note" tabIndex={0} className={styles.hint}>
      {label}
    </span>
  ) : (
    label
  )
  return (
    <th
      scope="col"
      className={className}
      style={{ inlineSize: column.width }}
      data-align={column.headerAlign}
      data-leaves={column.leavesUnder}
      {...(column.sortable && { 'aria-sort': SORTS[direction ?? 'none'] })}
    >
      {head}
      {column.tooltip && <Tooltip trigger={told}>{translate(column.tooltip)}</Tooltip>}
      {onWidth && <ColumnEdge onWidth={(width) => onWidth(column.field, width)} />}
    </th>
  )
}

/** A column's head: a button where the list can be sorted by it. Down means descending (look.md §7). */
export const HeadCell = memo(PlainHead)

const SORTS = { asc: 'ascending', desc: 'descending', none: 'none' } as const
