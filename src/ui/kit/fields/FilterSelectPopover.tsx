import type { ReactNode } from 'react'
import { ListBox } from 'react-aria-components/ListBox'
import styles from '../Listing.module.css'
import { FilterPopover } from '../overlays/FilterPopover.tsx'
import type { DropdownState } from '../overlays/use-dropdown.ts'
import type { Choice } from './ListBoxOption.tsx'
import { ListBoxOption } from './ListBoxOption.tsx'

export interface FilterSelectProps {
  /** Name of the filter, shown while it is unset. */
  label: string
  items: readonly Choice[]
  /** Selected ids; empty means unset. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Allows several choices; the list stays open after a selection. */
  multiple?: boolean
  icon?: ReactNode
  /** Label of the button that clears the filter (Spec: default "Clear"). */
  clearText: string
  emptyText?: string
  className?: string | undefined
}

export interface FilterSelectPopoverProps
  extends Pick<FilterSelectProps, 'label' | 'items' | 'value' | 'onChange' | 'multiple' | 'clearText' | 'emptyText'>,
    DropdownState {}

/** Popover of a `FilterSelect`: a list box with ticks, and a clear button. */
export function FilterSelectPopover({ items, emptyText, ...rest }: FilterSelectPopoverProps) {
  const { label, value, multiple = false } = rest
  return (
    <FilterPopover {...rest}>
      {(select) => (
        <ListBox
          aria-label={label}
          autoFocus
          escapeKeyBehavior="none"
          items={items}
          selectionMode={multiple ? 'multiple' : 'single'}
          selectedKeys={value}
          onSelectionChange={(keys) => select(keys === 'all' ? items.map((item) => item.id) : Array.from(keys, String))}
          renderEmptyState={() => <div className={styles.none}>{emptyText}</div>}
          className={styles.list!}
        >
          {(choice) => <ListBoxOption choice={choice} />}
        </ListBox>
      )}
    </FilterPopover>
  )
}
