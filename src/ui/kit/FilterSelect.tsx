import { FilterButton } from './FilterButton.tsx'
import type { FilterSelectProps } from './FilterList.tsx'
// Here too, so that no style has to be fetched with the list: one that failed to come is not asked for again.
import './Listing.module.css'
import { part } from './part.ts'
import { useDropdown } from './use-dropdown.ts'

const filterList = part(async () => (await import('./FilterList.tsx')).FilterList)

/**
 * The filter bar's choice control: 32 pixels high, 140 to 200 wide (Spec §9), a list box with ticks in a popover. The
 * popover's code is fetched when the pointer or the focus first reaches the control.
 */
export function FilterSelect({ icon, className, ...list }: FilterSelectProps) {
  const { label, items, value } = list
  const { button, Part, opening } = useDropdown(filterList, 'dialog')
  const chosen = value.map((id) => items.find((item) => item.id === id)?.label ?? id)
  return (
    <>
      <FilterButton button={button} label={label} chosen={chosen} icon={icon} className={className} />
      {Part && <Part {...list} {...opening} />}
    </>
  )
}
