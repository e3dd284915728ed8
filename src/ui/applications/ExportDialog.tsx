import type { Application } from '../../api/contract/applications.ts'
import { ApiError, getErrorMessageKey, isRetryable } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { applicationsMessages } from '../messages/applications.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ExportDialog.module.css'
import { type RequestFile, useDownload } from './use-download.ts'

export interface ExportDialogProps {
  application: Application
  requestFile: RequestFile
  onClose: () => void
}

/** Dialog that downloads all assets of an application as one archive. Closing the dialog aborts the download. */
export function ExportDialog({ application: { name }, requestFile, onClose }: ExportDialogProps) {
  const translate = useTranslate(applicationsMessages)
  const { language } = useAtelier()
  const { actor, snapshot } = useDownload(requestFile, `${fileNameOf(name)}.zip`)
  const { received, total, error } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const progress = total > 0 ? received / total : 0
  const bytes = { received: formatBytes(received, language), total: formatBytes(total, language) }
  const progressText = total > 0 ? translate('applications.export.of', bytes) : bytes.received
  const title = translate('applications.export.title', { name })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{translate(isBusy ? 'action.cancel' : 'action.close')}</Button>
          {snapshot.matches('failed') && isRetryable(error) && (
            <Button variant="ink" onClick={() => actor.send({ type: 'retry.requested' })}>
              {translate('action.retry')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {isBusy && <ProgressBar label={title} value={progress} />}
        {snapshot.matches('failed') ? (
          <Notice tone="bad">
            {received > 0 && error instanceof ApiError && error.kind === 'FETCH_ERROR'
              ? translate('applications.export.broke', { far: progressText })
              : translate(getErrorMessageKey(error))}
          </Notice>
        ) : (
          <p role="status">
            {snapshot.matches('saved')
              ? translate('applications.export.saved', {
                  file: `${fileNameOf(name)}.zip`,
                  size: bytes.received,
                })
              : translate('applications.export.coming')}
          </p>
        )}
        {isBusy && received > 0 && <p className={styles.bytes}>{progressText}</p>}
      </div>
    </Dialog>
  )
}

/** Converts a name to a file name that is valid on every system. */
const fileNameOf = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'application'
