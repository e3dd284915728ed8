import { PauseIcon } from '@phosphor-icons/react/Pause'
import { PlayIcon } from '@phosphor-icons/react/Play'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './ChosenFile.module.css'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { ProgressBar } from './ProgressBar.tsx'

/** Props of {@link ChosenFile}. */
export interface ChosenFileProps {
  name: string
  /** A plinth or a glyph before the name. */
  preview?: ReactNode
  /** How much of it has been sent, or checked, 0 to 1; without it there is no bar. */
  progress?: number | undefined
  /** The same in words, beside the name. */
  progressText?: string | undefined
  /** What the bar measures, for screen readers. Default: the file's name. */
  progressLabel?: string | undefined
  /** Words under the bar, parted by dots: "24.9 of 38.6 MB", "3.1 MB/s". */
  facts?: readonly string[]
  paused?: boolean
  /** With words and handlers the button shows: Pause while it runs, Resume while it rests. */
  onPause?: (() => void) | undefined
  onResume?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  words: { pause: string; resume: string; remove: string }
  className?: string | undefined
}

/** A chosen file in a row: what it is, how far it has come, and Pause and Remove. */
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
    <div className={classes(styles.row, className)}>
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
