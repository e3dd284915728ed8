import { classes } from './classes.ts'
import styles from './ProgressBar.module.css'

/** Props of {@link ProgressBar}. */
export interface ProgressBarProps {
  /** What is on its way, for screen readers: a file's name. */
  label: string
  /** How much of it is there, 0 to 1. */
  value: number
  /** Stands still: grey instead of verdigris. */
  paused?: boolean
  className?: string | undefined
}

/** A thin bar for something whose end is known; show its number in words beside it. */
export function ProgressBar({ label, value, paused = false, className }: ProgressBarProps) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classes(styles.bar, className)}
      data-paused={paused || undefined}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
