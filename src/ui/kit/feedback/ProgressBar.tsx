import { joinClassNames } from '../join-class-names.ts'
import styles from './ProgressBar.module.css'

export interface ProgressBarProps {
  /** Accessible name: the name of the file in transfer. */
  label: string
  /** Completed fraction, from 0 to 1. */
  value: number
  /** Shows the bar in grey, for a paused transfer. */
  paused?: boolean
  className?: string | undefined
}

/** Thin determinate progress bar. The caller shows the value as text. */
export function ProgressBar({ label, value, paused = false, className }: ProgressBarProps) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={joinClassNames(styles.bar, className)}
      data-paused={paused || undefined}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
