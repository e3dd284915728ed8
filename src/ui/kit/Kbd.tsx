import styles from './Kbd.module.css'

/** Keyboard keys, one key cap each: `<Kbd keys={['⌘', 'K']} />`. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
