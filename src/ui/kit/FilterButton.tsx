import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ReactNode } from 'react'
import { BareButton } from './BareButton.tsx'
import { classes } from './classes.ts'
import styles from './FilterSelect.module.css'
import { Icon } from './Icon.tsx'
import type { DropdownButton } from './use-dropdown.ts'

/** Props of {@link FilterButton}. */
export interface FilterButtonProps {
  button: DropdownButton
  /** The filter's name: what the control says while unset. */
  label: string
  /** The words of what is chosen. */
  chosen: readonly string[]
  /** How many of them are named before the rest is counted. Default: as many as fit. */
  most?: number | undefined
  icon?: ReactNode
  className?: string | undefined
}

/** The button of a filter in the filter bar: says what is chosen, opens what there is to choose. */
export function FilterButton({ button, label, chosen, most, icon, className }: FilterButtonProps) {
  const isSet = chosen.length > 0
  const isCut = most !== undefined && chosen.length > most
  return (
    <BareButton
      {...button}
      className={classes(styles.filter, className)}
      data-active={isSet || undefined}
      aria-label={isSet ? `${label}: ${chosen.join(', ')}` : label}
    >
      {icon && <Icon className={styles.icon}>{icon}</Icon>}
      <span className={styles.words} title={isSet ? chosen.join(', ') : undefined}>
        {isSet ? chosen.slice(0, most).join(', ') : label}
      </span>
      {/* Drawn by the style alone: the button is called by all that is chosen, and then no number needs to be said. */}
      {chosen.length > 1 && (
        <span className={styles.count} data-count={isCut ? `+${chosen.length - most}` : chosen.length} />
      )}
      <Icon size="xs" className={styles.caret}>
        <CaretDownIcon />
      </Icon>
    </BareButton>
  )
}
