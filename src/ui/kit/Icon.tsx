import type { ReactNode } from 'react'
import styles from './Icon.module.css'
import { joinClassNames } from './join-class-names.ts'

export interface IconProps {
  /** Icon element. Import icons by their own path: `import { CubeIcon } from '@phosphor-icons/react/Cube'`. */
  children: ReactNode
  /** 11, 14, 16 (18 on touch) or 20 pixels; `fit` fills the container. Default `md`. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'fit' | undefined
  className?: string | undefined
}

/** Icon in a standard size. Hidden from screen readers, because nearby text or the control's name has its meaning. */
export function Icon({ children, size = 'md', className }: IconProps) {
  return (
    <span aria-hidden="true" className={joinClassNames(styles.icon, className)} data-size={size}>
      {children}
    </span>
  )
}
