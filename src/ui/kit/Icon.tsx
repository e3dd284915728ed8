import type { ReactNode } from 'react'
import styles from './Icon.module.css'
import { joinClassNames } from './join-class-names.ts'

export interface IconProps {
  /** Icon component, imported by its own path: `import { CubeIcon } from '@phosphor-icons/react/Cube'`. */
  children: ReactNode
  /** Sizes of 11, 14, 16 (18 on touch) and 20 pixels; `fit` fills the box set by the style sheet. Default `md`. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'fit' | undefined
  className?: string | undefined
}

/** Icon in a standard size. Hidden from screen readers, because text next to it or the control's name says the same. */
export function Icon({ children, size = 'md', className }: IconProps) {
  return (
    <span aria-hidden="true" className={joinClassNames(styles.icon, className)} data-size={size}>
      {children}
    </span>
  )
}
