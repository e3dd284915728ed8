import type { ReactNode } from 'react'
import { FilterButton } from './FilterButton.tsx'
// Here too, so that no style has to be fetched with the list: one that failed to come is not asked for again.
import './Listing.module.css'
import type { Choice } from './Option.tsx'
import { part } from './part.ts'
import type { SearchListProps } from './SearchList.tsx'
import { useDropdown } from './use-dropdown.ts'

const searchPopover = part(async () => (await import('./SearchPopover.tsx')).SearchPopover)

/** Props of {@link FilterSearch}. */
export interface FilterSearchProps extends SearchListProps {
  /** The chosen ones with their words. */
  chosen: readonly Choice[]
  /** How many chosen ones are named before the rest is counted. Default: as many as fit. */
  most?: number | undefined
  icon?: ReactNode
  /** Hears opening and closing. */
  onOpenChange: (open: boolean) => void
  className?: string | undefined
}

/**
 * The filter bar's control for what has to be searched for: looks like a {@link FilterSelect}, its popover has a field to
 * type into above what was found. The popover's code is fetched when the pointer or the focus first reaches the control.
 */
export function FilterSearch({ chosen, most, icon, onOpenChange, className, ...list }: FilterSearchProps) {
  const { button, Part, opening } = useDropdown(searchPopover, 'dialog', onOpenChange)
  const words = chosen.map((choice) => choice.label)
  return (
    <>
      <FilterButton button={button} label={list.label} chosen={words} most={most} icon={icon} className={className} />
      {Part && <Part {...list} {...opening} />}
    </>
  )
}
