import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { Button } from 'react-aria-components/Button'
import type { Direction } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
import { classes } from '../kit/classes.ts'
import { Icon } from '../kit/Icon.tsx'
import { Tooltip } from '../kit/Tooltip.tsx'
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
}

/** A column's head: a button where the list can be sorted by it. Down means descending (look.md §7). */
export function HeadCell({ column, direction, onSort }: HeadCellProps) {
  const { translate } = useAtelier()
  const words = <span className={classes(column.tooltip && styles.hint)}>{translate(column.headerName)}</span>
  const button = (
    <Button className={styles.sort!} isDisabled={!column.sortable} onPress={() => onSort(column.field)}>
      {words}
      {column.sortable && (
        <Icon size="xs" className={styles.arrow}>
          {direction === 'asc' ? <ArrowUpIcon weight="bold" /> : <ArrowDownIcon weight="bold" />}
        </Icon>
      )}
    </Button>
  )
  return (
    <th
      scope="col"
      style={{ inlineSize: column.width }}
      data-align={column.headerAlign}
      data-leaves={column.leavesUnder}
      {...(column.sortable && { 'aria-sort': SORTS[direction ?? 'none'] })}
    >
      {column.tooltip ? <Tooltip tip={translate(column.tooltip)}>{button}</Tooltip> : column.sortable ? button : words}
    </th>
  )
}

const SORTS = { asc: 'ascending', desc: 'descending', none: 'none' } as const
