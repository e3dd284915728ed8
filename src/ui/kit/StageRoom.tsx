import type { HTMLAttributes, ReactNode } from 'react'
import styles from './StageRoom.module.css'

/** Props of {@link StageRoom}; what else is given (the events of a drop) goes to the stage's side. */
export interface StageRoomProps extends HTMLAttributes<HTMLDivElement> {
  /** The stage and what lies over or below it. */
  children: ReactNode
  /** Said over the stage while something is held above it. */
  dropLabel?: string | false | undefined
  /** What stands beside the stage, and its name for screen readers. */
  aside: ReactNode
  asideLabel: string
  /** Keys come to the column before the stage, which has many stops. */
  isAsideFirst?: boolean
  isBusy?: boolean
  /** What tells that the page is busy, or stands above both on a phone. */
  above?: ReactNode
}

/** A stage with a column beside it, or below it where there is no room for two. */
export function StageRoom({
  children,
  dropLabel,
  aside,
  asideLabel,
  isAsideFirst = false,
  isBusy,
  above,
  ...stage
}: StageRoomProps) {
  const column = (
    <aside className={styles.aside} aria-label={asideLabel}>
      {aside}
    </aside>
  )
  return (
    <div className={styles.room} aria-busy={isBusy}>
      {above}
      {isAsideFirst && column}
      <div className={styles.work} {...stage}>
        {children}
        {dropLabel && (
          <p className={styles.drop}>
            <span>{dropLabel}</span>
          </p>
        )}
      </div>
      {!isAsideFirst && column}
    </div>
  )
}
