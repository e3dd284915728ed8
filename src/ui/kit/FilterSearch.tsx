import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './FilterSelect.module.css'
import { Icon } from './Icon.tsx'
// Here too, so that no style has to be fetched with the list: one that failed to come is not asked for again.
import './Listing.module.css'
import type { Choice } from './Option.tsx'
import type { SearchListProps } from './SearchList.tsx'
import { useDropdown } from './use-dropdown.ts'

const load = async () => (await import('./SearchPopover.tsx')).SearchPopover

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
  const { label } = list
  const { button, Part, opening } = useDropdown(load, 'dialog', onOpenChange)
  const labels = chosen.map((choice) => choice.label)
  const named = labels.slice(0, most).join(', ')
  const isSet = labels.length > 0
  const count = most === undefined || labels.length <= most ? labels.length : `+${labels.length - most}`
  return (
    <>
      <button
        {...button}
        type="button"
        tabIndex={0}
        className={classes(styles.filter, className)}
        data-active={isSet || undefined}
        aria-label={isSet ? `${label}: ${labels.join(', ')}` : label}
      >
        {icon && <Icon className={styles.icon}>{icon}</Icon>}
        <span className={styles.words}>{isSet ? named : label}</span>
        {labels.length > 1 && <span className={styles.count}>{count}</span>}
        <Icon size="xs" className={styles.caret}>
          <CaretDownIcon />
        </Icon>
      </button>
      {Part && <Part {...list} {...opening} />}
    </>
  )
}
