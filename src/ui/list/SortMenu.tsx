import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import type { Filter, Order } from '../../api/contract/list.ts'
import { sortingOf } from '../../machines/rules/order.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { Menu } from '../kit/Menu.tsx'
import type { ListDefinition } from './definition.ts'
import type { HeadColumn } from './HeadCell.tsx'

/** What a list can be sorted by now: its columns, and before them the order people give it where it has one. */
export function sortHeads<R extends Row>(list: ListDefinition<R>, filter: Filter): HeadColumn[] {
  const { manualOrder, saveOrder, columns } = list
  const isOffered = manualOrder !== undefined && saveOrder && sortingOf(list).fieldsOf(filter).includes(manualOrder)
  return [...(isOffered ? [{ field: manualOrder, headerName: 'list.number', sortable: true }] : []), ...columns]
}

/** Props of {@link SortMenu}. */
export interface SortMenuProps {
  columns: readonly HeadColumn[]
  order: Order
  onSort: (field: string) => void
}

/** How a phone sorts: the heads of the sortable columns in a menu. */
export function SortMenu({ columns, order, onSort }: SortMenuProps) {
  const { translate } = useAtelier()
  const sortable = columns.filter((column) => column.sortable)
  const sorted = sortable.find(({ field }) => order[field])
  const arrow =
    sorted && order[sorted.field] === 'asc' ? <ArrowUpIcon weight="bold" /> : <ArrowDownIcon weight="bold" />
  if (sortable.length === 0) return null
  return (
    <Menu
      label={translate('list.sortBy')}
      groups={[
        {
          heading: translate('list.sortBy'),
          choice: 'one',
          items: sortable.map(({ field, headerName }) => ({
            id: field,
            label: translate(headerName),
            checked: field === sorted?.field,
            onAction: () => onSort(field),
          })),
        },
      ]}
    >
      {(button) => (
        <Button {...button} variant="ghost">
          {sorted ? translate(sorted.headerName) : translate('list.sort')}
          <Icon size="sm">{arrow}</Icon>
        </Button>
      )}
    </Menu>
  )
}
