import type { ReactNode } from 'react'
import styles from './PageHead.module.css'
import { useDocumentTitle } from './use-document-title.ts'

/** Props of {@link PageHead}. */
export interface PageHeadProps {
  title: string
  /** How many there are, in muted figures after the title. */
  total?: ReactNode
  /** Which part of it is shown, after that; below on a narrow page. */
  scopes?: ReactNode
  /** Where the page belongs, before the title; left out on phones, unless `keepsCrumb`: then it stands above the title. */
  crumb?: ReactNode
  keepsCrumb?: boolean
  /** Marks after the title; left out on phones, where the title needs the room. */
  marks?: ReactNode
  /** Buttons at the end, the strong one last. */
  actions?: ReactNode
}

/** The head of a page: its one title of level 1, which also names the tab, what belongs to it, and what can be done. */
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
