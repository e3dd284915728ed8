import { PauseIcon } from '@phosphor-icons/react/Pause'
import { PlayIcon } from '@phosphor-icons/react/Play'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { ProgressBar } from '../feedback/ProgressBar.tsx'
import { IconButton } from '../IconButton.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './ChosenFile.module.css'

export interface ChosenFileProps {
  name: string
  preview?: ReactNode
  /** Fraction sent or checked so far, from 0 to 1. Without a value, no bar is shown. */
  progress?: number | undefined
  progressText?: string | undefined
  /** Label of the progress bar for screen readers. Default: the file's name. */
  progressLabel?: string | undefined
  /** Details below the bar: "24.9 of 38.6 MB", "3.1 MB/s". */
  facts?: readonly string[]
  paused?: boolean
  /** Handlers of the Pause and Resume buttons. A button without its handler is not shown. */
  onPause?: (() => void) | undefined
  onResume?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  words: { pause: string; resume: string; remove: string }
  className?: string | undefined
}

/** Row of a selected file: name, progress, and buttons to pause, resume and remove. */
export function ChosenFile(props: ChosenFileProps) {
  const {
    name,
    preview,
    progress,
    progressText,
    progressLabel = name,
    facts = [],
    paused = false,
    onPause,
    onResume,
    onRemove,
    words,
    className,
  } = props
  return (
    <div className={joinClassNames(styles.row, className)}>
      {preview}
      <div className={styles.body}>
        <div className={styles.name}>
          <b title={name}>{name}</b>
          {progressText && <span className={styles.percent}>{progressText}</span>}
        </div>
        {progress !== undefined && (
          <ProgressBar label={progressLabel} value={progress} paused={paused} className={styles.bar} />
        )}
        {facts.length > 0 && (
          <div className={styles.facts}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </div>
        )}
      </div>
      <div className={styles.controls}>
        {paused
          ? onResume && <IconButton label={words.resume} icon={<PlayIcon />} onClick={onResume} />
          : onPause && <IconButton label={words.pause} icon={<PauseIcon />} onClick={onPause} />}
        {onRemove && (
          <Button variant="ghost" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </div>
  )
}
