import styles from './ProgressBar.module.css'

/** Indeterminate progress bar at the top of a positioned box. */
export function LoadingBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className={styles.load}>
      <i />
    </div>
  )
}
