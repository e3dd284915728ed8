import { ListBox } from 'react-aria-components/ListBox'
import { FilterPopover } from './FilterPopover.tsx'
import type { FilterSelectProps } from './FilterSelect.tsx'
import styles from './Listing.module.css'
import { Option } from './Option.tsx'
import type { Opening } from './use-dropdown.ts'

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
