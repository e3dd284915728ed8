import { FilterButton } from '../FilterButton.tsx'
import type { FilterSelectProps } from './FilterSelectPopover.tsx'
// Also imported here, so that the lazy popover loads no style sheet. The bundler never retries a failed style sheet.
import '../Listing.module.css'
import { lazyModule } from '../loading/lazy-module.ts'
import { useDropdown } from '../overlays/use-dropdown.ts'

const lazyFilterList = lazyModule(async () => (await import('./FilterSelectPopover.tsx')).FilterSelectPopover)

/**
 * Select control of the filter bar, 32 pixels high and 140 to 200 wide (Spec §9). The popover's code is prefetched on hover or
 * focus.
 */
export function FilterSelect({ icon, className, ...list }: FilterSelectProps) {
  const { label, items, value } = list
  const { button, Content, opening } = useDropdown(lazyFilterList, 'dialog')
  const chosen = value.map((id) => items.find((item) => item.id === id)?.label ?? id)
  return (
    <>
      <FilterButton button={button} label={label} chosen={chosen} icon={icon} className={className} />
      {Content && <Content {...list} {...opening} />}
    </>
  )
}
