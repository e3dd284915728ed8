import type { HTMLAttributes, ReactNode } from 'react'
import styles from './StageLayout.module.css'

/** Props of {@link StageLayout}. Other attributes, such as drop events, are passed to the container of the stage. */
export interface StageLayoutProps extends HTMLAttributes<HTMLDivElement> {
  /** Stage, and content over or below it. */
  children: ReactNode
  /** Message over the stage while a file is dragged over it. */
  dropLabel?: string | false | undefined
  /** Content of the side column, and its accessible name. */
  aside: ReactNode
  asideLabel: string
  /** Puts the column before the stage in tab order, because the stage has many tab stops. */
  isAsideFirst?: boolean
  isBusy?: boolean
  /** Loading indicator, or content above both on phones. */
  above?: ReactNode
}

/** Layout of a stage with a side column; the column is below the stage on narrow screens. */
export function StageLayout({
  children,
  dropLabel,
  aside,
  asideLabel,
  isAsideFirst = false,
  isBusy,
  above,
  ...stage
}: StageLayoutProps) {
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
