import type { HTMLAttributes, ReactNode } from 'react'
import styles from './StageLayout.module.css'

/** Props of {@link StageLayout}. Other attributes, such as drop events, are passed to the container of the 3D view. */
export interface StageLayoutProps extends HTMLAttributes<HTMLDivElement> {
  /** 3D view, and content over or below it. */
  children: ReactNode
  /** Message over the 3D view while a file is dragged over it. */
  dropLabel?: string | false | undefined
  /** Content and accessible name of the side column. */
  aside: ReactNode
  asideLabel: string
  /** Puts the column before the 3D view in tab order, because the view has many tab stops. */
  isAsideFirst?: boolean
  isBusy?: boolean
  /** Loading indicator, or other content above 3D view and column on phones. */
  above?: ReactNode
}

/** Layout of a 3D view with a side column, which is below the view on narrow screens. */
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
