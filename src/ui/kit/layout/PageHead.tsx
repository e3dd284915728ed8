import type { ReactNode } from 'react'
import { useDocumentTitle } from '../use-document-title.ts'
import styles from './PageHead.module.css'

export interface PageHeadProps {
  title: string
  /** Number of items, in muted digits after the title. */
  total?: ReactNode
  /** Tabs after the total, or below the total on narrow pages. */
  scopes?: ReactNode
  /** Link to the parent page, before the title. Phones hide the link, or show it above the title with `keepsCrumb`. */
  crumb?: ReactNode
  keepsCrumb?: boolean
  /** Badges after the title. Hidden on phones, where the title needs the space. */
  marks?: ReactNode
  /** Buttons at the end, with the primary one last. */
  actions?: ReactNode
}

/** Header of a page, with its only level 1 heading. The title also becomes the document title. */
export function PageHead({ title, total, scopes, crumb, keepsCrumb, marks, actions }: PageHeadProps) {
  useDocumentTitle(title)
  return (
    <header className={styles.head} data-keeps-crumb={keepsCrumb || undefined}>
      {crumb && <div className={styles.crumb}>{crumb}</div>}
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      {total !== undefined && <span className={styles.total}>{total}</span>}
      {scopes && <div className={styles.scopes}>{scopes}</div>}
      {marks && <span className={styles.marks}>{marks}</span>}
      <div className={styles.actions}>{actions}</div>
    </header>
  )
}
