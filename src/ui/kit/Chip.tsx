import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import type { Pigment } from './pigment.ts'

/** Props of {@link Chip}. */
export interface ChipProps {
  children: ReactNode
  icon?: ReactNode
  /** A swatch in this hue before the words: the chip of a type. */
  pigment?: Pigment | undefined
  /** `edge` is the lock's chip: no fill, a hairline. `bare` has neither. */
  tone?: 'quiet' | 'edge' | 'bare' | 'ok' | 'run' | 'warn' | 'bad' | 'accent'
  className?: string | undefined
}

/** A small word with a mark: a type, a state, a lock. */
export function Chip({ children, icon, pigment, tone = 'quiet', className }: ChipProps) {
  return (
    <span className={classes(styles.chip, className)} data-tone={tone} data-pigment={pigment}>
      {pigment && <i className={styles.swatch} />}
      {icon && (
        <Icon size="sm" className={styles.glyph}>
          {icon}
        </Icon>
      )}
      <span className={styles.words}>{children}</span>
    </span>
  )
}
