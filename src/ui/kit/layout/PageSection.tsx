import { type ReactNode, useId } from 'react'
import styles from './PageSection.module.css'

/** Scrollable content of a page that consists of sections. */
export function PageSections({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
