import { FilterPopover } from '../overlays/FilterPopover.tsx'
import type { DropdownState } from '../overlays/use-dropdown.ts'
import { SearchList, type SearchListProps } from './SearchList.tsx'

export interface SearchPopoverProps extends SearchListProps, DropdownState {}

/** Popover of a filter with a search field, its results and a clear button. */
export function SearchPopover({ triggerRef, isOpen, onOpenChange, ...list }: SearchPopoverProps) {
  return (
    <FilterPopover {...list} triggerRef={triggerRef} isOpen={isOpen} onOpenChange={onOpenChange}>
      {(select) => <SearchList {...list} onChange={select} autoFocus />}
    </FilterPopover>
  )
}
