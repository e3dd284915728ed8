import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { Button } from 'react-aria-components/Button'
import { Focusable } from 'react-aria-components/Focusable'
import type { Direction } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
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

/** A column's head: a button where the list can be sorted by it. Down means descending (look.md §7). */
export function HeadCell({ column, direction, onSort, className, onWidth }: HeadCellProps) {
  const { translate } = useAtelier()
  const label = translate(column.headerName)
  const head = column.sortable ? (
    <Button className={styles.sort!} onPress={() => onSort(column.field)}>
      <span className={classes(column.tooltip && styles.hint)}>{label}</span>
      <Icon size="xs" className={styles.arrow}>
        {direction === 'asc' ? <ArrowUpIcon weight="bold" /> : <ArrowDownIcon weight="bold" />}
      </Icon>
    </Button>
  ) : column.tooltip ? (
    <Focusable>
      <span role="note" className={styles.hint}>
        {label}
      </span>
    </Focusable>
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
      {column.tooltip && typeof head !== 'string' ? <Tooltip tip={translate(column.tooltip)}>{head}</Tooltip> : head}
      {onWidth && <ColumnEdge onWidth={(width) => onWidth(column.field, width)} />}
    </th>
  )
}

const SORTS = { asc: 'ascending', desc: 'descending', none: 'none' } as const
