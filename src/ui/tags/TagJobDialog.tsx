import { useEffect, useEffectEvent, useState } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import type { MessageKey } from '../message-key.ts'
import { tagsMessages } from '../messages/tags.ts'
import { useJob } from '../use-job.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './TagDialog.module.css'

export interface TagJobDialogProps {
  jobId: string
  title: string
  /** Message key for the progress, with the placeholder `share`. The message says that the job continues in the background. */
  progressKey: MessageKey<'tags'>
  /** Polls the job. Rejects with `ApiError`. */
  read: (id: string, signal: AbortSignal) => Promise<Job>
  onDone: () => void
  onClose: () => void
}

/** Progress dialog of a job that changes a tag on many assets. The job continues when the dialog is closed. */
export function TagJobDialog({ jobId, title, progressKey, read, onDone, onClose }: TagJobDialogProps) {
  const translate = useTranslate(tagsMessages)
  const { language } = useAtelier()
  const [hasEnded, setEnded] = useState(false)
  const { start, isBusy, progress = 0, reason, error } = useJob({ start: read, read, onEnd: () => setEnded(true) })
  const startPolling = useEffectEvent(start)
  useEffect(() => startPolling(jobId), [jobId])
  const reportDone = useEffectEvent(onDone)
  useEffect(() => {
    if (hasEnded && reason === undefined) reportDone()
  }, [hasEnded, reason])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          {error !== null && <Button onClick={() => start(jobId)}>{translate('action.retry')}</Button>}
          <Button variant="ink" onClick={onClose}>
            {translate('action.close')}
          </Button>
        </>
      }
    >
      {isBusy && (
        <div className={styles.form}>
          <ProgressBar label={title} value={progress} />
          <p>{translate(progressKey, { share: formatPercent(progress, language) })}</p>
        </div>
      )}
      <p role="alert">
        {error !== null ? translate(getErrorMessageKey(error)) : reason && <span lang="en">{reason}</span>}
      </p>
    </Dialog>
  )
}
