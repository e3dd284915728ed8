import type { ReactNode } from 'react'
import { ListBox } from 'react-aria-components/ListBox'
import { FilterPopover } from './FilterPopover.tsx'
import styles from './Listing.module.css'
import type { Choice } from './Option.tsx'
import { Option } from './Option.tsx'
import type { Opening } from './use-dropdown.ts'

/** Props of {@link FilterSelect}. */
export interface FilterSelectProps {
  /** The filter's name: what the control says while unset. */
  label: string
  items: readonly Choice[]
  /** The chosen ids; empty means unset. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** More than one may be chosen; the list then stays open. */
  multiple?: boolean
  icon?: ReactNode
  /** The words of the line that unsets it (Spec: default "Clear"). */
  clearText: string
  /** What the list says when there is nothing to choose. */
  emptyText?: string
  className?: string | undefined
}

/** Props of {@link FilterList}. */
export interface FilterListProps
  extends Pick<FilterSelectProps, 'label' | 'items' | 'value' | 'onChange' | 'multiple' | 'clearText' | 'emptyText'>,
    Opening {}

/** The popover of a {@link FilterSelect}: a list box with ticks and a line that clears. Loaded when first wanted. */
export function FilterList({ items, emptyText, ...rest }: FilterListProps) {
  const { label, value, multiple = false } = rest
  return (
    <FilterPopover {...rest}>
      {(choose) => (
        <ListBox
          aria-label={label}
          autoFocus
          escapeKeyBehavior="none"
          items={items}
          selectionMode={multiple ? 'multiple' : 'single'}
          selectedKeys={value}
          onSelectionChange={(keys) => choose(keys === 'all' ? items.map((item) => item.id) : Array.from(keys, String))}
          renderEmptyState={() => <div className={styles.none}>{emptyText}</div>}
          className={styles.list!}
        >
          {(choice) => <Option choice={choice} />}
        </ListBox>
      )}
    </FilterPopover>
  )
}
