import type { HTMLAttributes, ReactNode } from 'react'
import styles from './StageRoom.module.css'

/** Props of {@link StageRoom}; what else is given (the events of a drop) goes to the stage's side. */
export interface StageRoomProps extends HTMLAttributes<HTMLDivElement> {
  /** The stage and what lies over it. */
  children: ReactNode
  /** Said over the stage while something is held above it. */
  dropLabel?: string | false | undefined
  /** What stands beside the stage, and its name for screen readers. */
  aside: ReactNode
  asideLabel: string
}

/** A stage with a column beside it, or below it where there is no room for two. */
export function StageRoom({ children, dropLabel, aside, asideLabel, ...stage }: StageRoomProps) {
  return (
    <div className={styles.room}>
      <div className={styles.work} {...stage}>
        {children}
        {dropLabel && <p className={styles.drop}>{dropLabel}</p>}
      </div>
      <aside className={styles.aside} aria-label={asideLabel}>
        {aside}
      </aside>
    </div>
  )
}
