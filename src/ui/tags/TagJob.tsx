import { useEffect, useEffectEvent, useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { useJob } from '../asset/use-job.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import styles from './TagDialog.module.css'

/** Props of {@link TagJob}. */
export interface TagJobProps {
  jobId: string
  title: string
  /** The key of the sentence that says the `share` that is done, and that it goes on by itself. */
  goesOn: string
  /** Rejects with `ApiError`. */
  read: (id: string, signal: AbortSignal) => Promise<Job>
  onDone: () => void
  onClose: () => void
}

/** How far it is to take a tag from many assets; it goes on where nobody looks. */
export function TagJob({ jobId, title, goesOn, read, onDone, onClose }: TagJobProps) {
  const { translate, language } = useAtelier()
  const [hasEnded, setEnded] = useState(false)
  const { begin, isBusy, progress = 0, reason, error } = useJob({ begin: read, read, onEnd: () => setEnded(true) })
  const follow = useEffectEvent(begin)
  useEffect(() => follow(jobId), [jobId])
  const tellDone = useEffectEvent(onDone)
  useEffect(() => {
    if (hasEnded && reason === undefined) tellDone()
  }, [hasEnded, reason])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          {error !== null && <Button onClick={() => begin(jobId)}>{translate('action.retry')}</Button>}
          <Button variant="ink" onClick={onClose}>
            {translate('action.close')}
          </Button>
        </>
      }
    >
      {isBusy && (
        <div className={styles.form}>
          <ProgressBar label={title} value={progress} />
          <p>{translate(goesOn, { share: formatPercent(progress, language) })}</p>
        </div>
      )}
      <p role="alert">{error !== null ? translate(wordOf(error)) : reason && <span lang="en">{reason}</span>}</p>
    </Dialog>
  )
}
