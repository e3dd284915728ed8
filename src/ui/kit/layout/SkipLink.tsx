import styles from './SkipLink.module.css'

/** First link of a page, visible only on focus. Focuses the element with the id `to`, past the navigation. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className={styles.skip}
      onClick={(event) => {
        // Moves the focus only, without changing the URL or the history.
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
