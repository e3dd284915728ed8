import { FilterPopover } from './FilterPopover.tsx'
import { SearchList, type SearchListProps } from './SearchList.tsx'
import type { Opening } from './use-dropdown.ts'

/** Props of {@link SearchPopover}. */
export interface SearchPopoverProps extends SearchListProps, Opening {}

/** The popover of a filter whose options are searched for: a field, what was found, and a line that clears. Loaded when first wanted. */
export function SearchPopover({ triggerRef, isOpen, onOpenChange, ...list }: SearchPopoverProps) {
  return (
    <FilterPopover {...list} triggerRef={triggerRef} isOpen={isOpen} onOpenChange={onOpenChange}>
      {(choose) => <SearchList {...list} onChange={choose} autoFocus />}
    </FilterPopover>
  )
}
