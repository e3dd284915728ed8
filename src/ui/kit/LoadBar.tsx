import styles from './ProgressBar.module.css'

/** A 2 pixel bar along the top of a positioned box while its content is fetched; the label tells screen readers. */
export function LoadBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className={styles.load}>
      <i />
    </div>
  )
}
