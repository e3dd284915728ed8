import type { Application } from '../../api/contract/applications.ts'
import { getErrorMessageKey, isRetryable } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { applicationsMessages } from '../messages/applications.ts'
import { formMessages } from '../messages/form.ts'
import { UploadField } from '../upload/UploadField.tsx'
import { useFileUpload } from '../upload/use-file-upload.ts'
import type { Upload } from '../upload/use-upload.ts'
import { useMessages } from '../use-messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ImportDialog.module.css'
import { ImportResult } from './ImportResult.tsx'
import { type ImportCalls, type ImportState, useImport } from './use-import.ts'

export interface ImportDialogProps {
  application: Application
  calls: ImportCalls
  /** Called instead of `onClose` if the application may have new assets. */
  onImported: () => void
  onClose: () => void
}

/**
 * Dialog that imports an archive into an application. A dry run shows the result first. An interrupted upload stays on the server
 * and resumes when the same file is chosen again.
 */
export function ImportDialog(props: ImportDialogProps) {
  const upload = useFileUpload('archive')
  return useMessages(formMessages) && <ImportDialogContent {...props} upload={upload} />
}

export function ImportDialogContent({
  application,
  calls,
  upload,
  onImported,
  onClose,
}: ImportDialogProps & { upload: Upload }) {
  const translate = useTranslate(applicationsMessages)
  const { snapshot } = upload
  const archive = snapshot.matches('sent') ? snapshot.context.url : null
  const importing = useImport(calls, application.id, archive)
  const { isImport, isBusy, result, reason } = importing
  const close = isImport ? onImported : onClose
  const isFinished = isImport && (result !== undefined || reason !== undefined)
  return (
    <Dialog
      isOpen
      onClose={close}
      title={translate('applications.import.title', { name: application.name })}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={close} {...(isFinished && { variant: 'ink' })}>
            {translate(isImport ? 'action.close' : 'action.cancel')}
          </Button>
          {!isFinished && (
            <Button
              variant="ink"
              waiting={!isImport && !result?.made}
              busy={isImport && isBusy && translate('applications.import.importing')}
              onClick={importing.start}
            >
              {translate('applications.import.do')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {!isImport && (
          <>
            <p className={styles.about}>{translate('applications.import.about')}</p>
            <UploadField
              name="archive"
              kind="archive"
              label={translate('applications.import.archive')}
              upload={upload}
            />
          </>
        )}
        {archive !== null && <ImportProgress importing={importing} />}
        {result?.total !== undefined && (
          <ImportResult imported={result} isImport={isImport} onMore={importing.loadMore} />
        )}
      </div>
    </Dialog>
  )
}

function ImportProgress({ importing }: { importing: ImportState }) {
  const translate = useTranslate(applicationsMessages)
  const { language } = useAtelier()
  const { isImport, isBusy, progress, reason, error, retry } = importing
  const title = translate(isImport ? 'applications.import.importing' : 'applications.import.checking')
  if (reason !== undefined)
    return (
      <Notice tone="bad">
        <span lang="en">{reason}</span>
      </Notice>
    )
  if (error !== null)
    return (
      <Notice
        tone="bad"
        action={
          isRetryable(error) && (
            <Button size="sm" onClick={retry}>
              {translate('action.retry')}
            </Button>
          )
        }
      >
        {translate(getErrorMessageKey(error))}
      </Notice>
    )
  if (!isBusy) return null
  return (
    <div className={styles.progress}>
      <ProgressBar label={title} value={progress} />
      <p role="status">{title}</p>
      <p className={styles.about}>{formatPercent(progress, language)}</p>
      {isImport && <p className={styles.wide}>{translate('applications.import.goesOn')}</p>}
    </div>
  )
}
