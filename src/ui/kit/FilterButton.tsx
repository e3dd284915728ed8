import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import type { ReactNode } from 'react'
import { BareButton } from './BareButton.tsx'
import styles from './fields/FilterSelect.module.css'
import { Icon } from './Icon.tsx'
import { joinClassNames } from './join-class-names.ts'
import type { DropdownButtonProps } from './overlays/use-dropdown.ts'

export interface FilterButtonProps {
  button: DropdownButtonProps
  /** Name of the filter, shown while it is unset. */
  label: string
  chosen: readonly string[]
  /** Maximum number of labels shown; the others are counted. Default: as many as fit. */
  maxNamed?: number | undefined
  icon?: ReactNode
  className?: string | undefined
}

/** Button of a filter in the filter bar. Shows the selection. */
export function FilterButton({ button, label, chosen, maxNamed, icon, className }: FilterButtonProps) {
  const isSet = chosen.length > 0
  const isCut = maxNamed !== undefined && chosen.length > maxNamed
  return (
    <BareButton
      {...button}
      className={joinClassNames(styles.filter, className)}
      data-active={isSet || undefined}
      aria-label={isSet ? `${label}: ${chosen.join(', ')}` : label}
    >
      {icon && <Icon className={styles.icon}>{icon}</Icon>}
      <span className={styles.words} title={isSet ? chosen.join(', ') : undefined}>
        {isSet ? chosen.slice(0, maxNamed).join(', ') : label}
      </span>
      {/* CSS renders the count. The accessible name lists all choices instead. */}
      {chosen.length > 1 && (
        <span className={styles.count} data-count={isCut ? `+${chosen.length - maxNamed}` : chosen.length} />
      )}
      <Icon size="xs" className={styles.caret}>
        <CaretDownIcon />
      </Icon>
    </BareButton>
  )
}
