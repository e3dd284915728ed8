import styles from './SkipLink.module.css'

/** The page's first link: jumps over the navigation to the element with the id `to`, and shows only on focus. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className={styles.skip}
      onClick={(event) => {
        // Moves the focus alone: the page's address and its history have nothing to do with it.
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
