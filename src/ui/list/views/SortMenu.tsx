import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import type { Filter, Order } from '../../../api/contract/list.ts'
import { resolveSorting } from '../../../machines/list/order.ts'
import type { Row } from '../../../machines/list/paging.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Menu } from '../../kit/overlays/Menu.tsx'
import type { ListDefinition } from '../definition.ts'
import type { HeadColumn } from '../table/HeadCell.tsx'
import { useListTranslate } from '../use-list-translate.ts'

/** Returns the list's columns. If `filter` allows sorting by the manual order, a column for that order comes first. */
export function getSortableColumns<R extends Row>(list: ListDefinition<R>, filter: Filter): HeadColumn[] {
  const { manualOrder, saveOrder, columns } = list
  const isOffered =
    manualOrder !== undefined && saveOrder && resolveSorting(list).fieldsOf(filter).includes(manualOrder)
  return [
    ...(isOffered ? [{ field: manualOrder, headerName: 'list.number' as const, sortable: true }] : []),
    ...columns,
  ]
}

export interface SortMenuProps {
  columns: readonly HeadColumn[]
  order: Order
  onSort: (field: string) => void
}

/** Sort menu for phones. */
export function SortMenu({ columns, order, onSort }: SortMenuProps) {
  const translate = useListTranslate()
  const sortable = columns.filter((column) => column.sortable)
  const sortedColumn = sortable.find(({ field }) => order[field])
  const arrow =
    sortedColumn && order[sortedColumn.field] === 'asc' ? (
      <ArrowUpIcon weight="bold" />
    ) : (
      <ArrowDownIcon weight="bold" />
    )
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
            checked: field === sortedColumn?.field,
            onAction: () => onSort(field),
          })),
        },
      ]}
    >
      {(button) => (
        <Button {...button} variant="ghost">
          {sortedColumn ? translate(sortedColumn.headerName) : translate('list.sort')}
          <Icon size="sm">{arrow}</Icon>
        </Button>
      )}
    </Menu>
  )
}
