import { joinClassNames } from './join-class-names.ts'
import styles from './Logo.module.css'

export function Logo({ name, className }: { name?: string; className?: string }) {
  return (
    <span className={joinClassNames(styles.logo, className)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="7.5" r="6" className={styles.lit} />
        <path d="M16.6 3.65A6 6 0 1 1 7.25 11.2 6.6 6.6 0 0 0 16.6 3.65Z" className={styles.shade} />
        <path
          d="M5.9 15.5h12.2c.7 0 1.3.5 1.4 1.2l.9 4.6c.2.9-.5 1.7-1.4 1.7H5c-.9 0-1.6-.8-1.4-1.7l.9-4.6c.1-.7.7-1.2 1.4-1.2Z"
          fill="currentColor"
        />
      </svg>
      {name && <span>{name}</span>}
    </span>
  )
}
