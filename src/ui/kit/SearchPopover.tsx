import { Dialog, Popover } from 'react-aria-components/Popover'
import { Button } from './Button.tsx'
import styles from './Listing.module.css'
import { SearchList, type SearchListProps } from './SearchList.tsx'
import type { Opening } from './use-dropdown.ts'

/** Props of {@link SearchPopover}. */
export interface SearchPopoverProps extends SearchListProps, Opening {}

/** The popover of a {@link FilterSearch}: a field, what was found, and a line that clears. Loaded when first wanted. */
export function SearchPopover({ triggerRef, isOpen, onOpenChange, ...list }: SearchPopoverProps) {
  const choose = (ids: string[]) => {
    list.onChange(ids)
    if (!list.multiple) onOpenChange(false)
  }
  const clear = () => {
    list.onChange([])
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
      <Dialog aria-label={list.label} className={styles.inside!}>
        <SearchList {...list} onChange={choose} autoFocus />
        {list.value.length > 0 && (
          <div className={styles.foot}>
            <Button variant="ghost" onClick={clear}>
              {list.clearText}
            </Button>
          </div>
        )}
      </Dialog>
    </Popover>
  )
}
