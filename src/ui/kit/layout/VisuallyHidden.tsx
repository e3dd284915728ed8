import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only. With `live`, its changes are announced. */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: 'polite' | 'assertive' }) {
  return (
    <span className={styles.hidden} {...(live && { role: live === 'polite' ? 'status' : 'alert', 'aria-live': live })}>
      {children}
    </span>
  )
}
