import type { Application } from '../../api/contract/applications.ts'
import { ApiError, isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import styles from './ExportDialog.module.css'
import { type AskFile, useDownload } from './use-download.ts'

/** Props of {@link ExportDialog}. */
export interface ExportDialogProps {
  application: Application
  ask: AskFile
  onClose: () => void
}

/** All assets of an application as one archive: shown while it comes, given up when the dialog is closed. */
export function ExportDialog({ application: { name }, ask, onClose }: ExportDialogProps) {
  const { translate, language } = useAtelier()
  const { actor, snapshot } = useDownload(ask, `${fileNameOf(name)}.zip`)
  const { received, total, error } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const far = total > 0 ? received / total : 0
  const bytes = { received: formatBytes(received, language), total: formatBytes(total, language) }
  const farText = total > 0 ? translate('applications.export.of', bytes) : bytes.received
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
          {snapshot.matches('failed') && isWorthRetrying(error) && (
            <Button variant="ink" onClick={() => actor.send({ type: 'retry.requested' })}>
              {translate('action.retry')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {isBusy && <ProgressBar label={title} value={far} />}
        {snapshot.matches('failed') ? (
          <Notice tone="bad">
            {received > 0 && error instanceof ApiError && error.kind === 'FETCH_ERROR'
              ? translate('applications.export.broke', { far: farText })
              : translate(wordOf(error))}
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
        {isBusy && received > 0 && <p className={styles.bytes}>{farText}</p>}
      </div>
    </Dialog>
  )
}

/** A name as every system takes it in a file's. */
const fileNameOf = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'application'
