import { ListBox } from 'react-aria-components/ListBox'
import { Dialog, Popover } from 'react-aria-components/Popover'
import { Button } from './Button.tsx'
import type { FilterSelectProps } from './FilterSelect.tsx'
import styles from './Listing.module.css'
import { Option } from './Option.tsx'
import type { Opening } from './use-dropdown.ts'

/** Props of {@link FilterList}. */
export interface FilterListProps
  extends Pick<FilterSelectProps, 'label' | 'items' | 'value' | 'onChange' | 'multiple' | 'clearText' | 'emptyText'>,
    Opening {}

/** The popover of a {@link FilterSelect}: a list box with ticks and a line that clears. Loaded when first wanted. */
export function FilterList(props: FilterListProps) {
  const {
    label,
    items,
    value,
    onChange,
    multiple = false,
    clearText,
    emptyText,
    triggerRef,
    isOpen,
    onOpenChange,
  } = props
  const choose = (ids: string[]) => {
    onChange(ids)
    if (!multiple) onOpenChange(false)
  }
  const clear = () => {
    onChange([])
    onOpenChange(false)
  }
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className={styles.pop!}
      offset={4}
      placement="bottom start"
    >
      <Dialog aria-label={label} className={styles.inside!}>
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
        {value.length > 0 && (
          <div className={styles.foot}>
            <Button variant="ghost" onClick={clear}>
              {clearText}
            </Button>
          </div>
        )}
      </Dialog>
    </Popover>
  )
}
