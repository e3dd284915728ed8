import { type ReactNode, useId } from 'react'
import styles from './PageSection.module.css'

/** What stands below the head of a page that is read and filled in from above to below; it scrolls by itself. */
export function PageSections({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

/** A part of such a page under its own title. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
