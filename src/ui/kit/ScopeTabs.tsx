import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './ScopeTabs.module.css'

/** A row of links that narrow a page to a part; the current one carries `aria-current` (routers set it by themselves). */
export function ScopeTabs({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <nav aria-label={label} className={classes(styles.tabs, className)}>
      {children}
    </nav>
  )
}
