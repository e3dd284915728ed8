import styles from './ProgressBar.module.css'

/** Indeterminate progress bar, 2 pixels high, at the top of a positioned box. The label is for screen readers. */
export function LoadingBar({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className={styles.load}>
      <i />
    </div>
  )
}
