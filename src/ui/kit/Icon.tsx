import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Icon.module.css'

/** Props of {@link Icon}. */
export interface IconProps {
  /** One glyph, imported by its own path: `import { CubeIcon } from '@phosphor-icons/react/Cube'`. */
  children: ReactNode
  /** 11, 14, 16 (18 on touch), 20 pixels; `fit` fills the box that the style sheet gives. Default `md`. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'fit' | undefined
  className?: string | undefined
}

/** A glyph at one of our sizes, hidden from screen readers because words stand beside it or name its control. */
export function Icon({ children, size = 'md', className }: IconProps) {
  return (
    <span aria-hidden="true" className={classes(styles.icon, className)} data-size={size}>
      {children}
    </span>
  )
}
