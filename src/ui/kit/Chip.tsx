import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import type { Pigment } from './feedback/pigment.ts'
import { Icon } from './Icon.tsx'
import { joinClassNames } from './join-class-names.ts'

export interface ChipProps {
  children: ReactNode
  icon?: ReactNode
  /** Hue of a swatch before the text, such as that of an asset type. */
  pigment?: Pigment | undefined
  /** `edge` has an outline and no fill, as for locks. `bare` has no outline and no fill. */
  tone?: 'quiet' | 'edge' | 'bare' | 'ok' | 'run' | 'warn' | 'bad' | 'accent'
  className?: string | undefined
}

/** Small label with an optional icon, for a type, a state or a lock. */
export function Chip({ children, icon, pigment, tone = 'quiet', className }: ChipProps) {
  return (
    <span className={joinClassNames(styles.chip, className)} data-tone={tone} data-pigment={pigment}>
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
