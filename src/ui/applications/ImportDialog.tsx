import type { Application } from '../../api/contract/applications.ts'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useFileUpload } from '../upload/use-file-upload.ts'
import type { Upload } from '../upload/use-upload.ts'
import { useWords } from '../use-words.ts'
import { formWords } from '../words/form.ts'
import styles from './ImportDialog.module.css'
import { ImportResult } from './ImportResult.tsx'
import { type ImportCalls, type Importing, useImport } from './use-import.ts'

/** Props of {@link ImportDialog}. */
export interface ImportDialogProps {
  application: Application
  calls: ImportCalls
  /** Told instead of `onClose` where something may be in the application that was not. */
  onImported: () => void
  onClose: () => void
}

/**
 * Takes an archive into an application. What it would come to is shown before anything is made. What was sent of it stays on
 * the server if this is closed, and goes on when the same file is chosen again.
 */
export function ImportDialog(props: ImportDialogProps) {
  const upload = useFileUpload('archive')
  return useWords(formWords) && <ImportQuestion {...props} upload={upload} />
}

/** The same over an upload that goes on already. */
export function ImportQuestion({
  application,
  calls,
  upload,
  onImported,
  onClose,
}: ImportDialogProps & { upload: Upload }) {
  const { translate } = useAtelier()
  const { snapshot } = upload
  const archive = snapshot.matches('sent') ? snapshot.context.url : null
  const importing = useImport(calls, application.id, archive)
  const { isImport, isBusy, result, reason } = importing
  const close = isImport ? onImported : onClose
  const isOver = isImport && (result !== undefined || reason !== undefined)
  return (
    <Dialog
      isOpen
      onClose={close}
      title={translate('applications.import.title', { name: application.name })}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={close} {...(isOver && { variant: 'ink' })}>
            {translate(isImport ? 'action.close' : 'action.cancel')}
          </Button>
          {!isOver && (
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
        {archive !== null && <Progress importing={importing} />}
        {result?.total !== undefined && <ImportResult imported={result} isImport={isImport} onMore={importing.more} />}
      </div>
    </Dialog>
  )
}

/** How far the job is, and why it did not begin or end. */
function Progress({ importing }: { importing: Importing }) {
  const { translate, language } = useAtelier()
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
          isWorthRetrying(error) && (
            <Button size="sm" onClick={retry}>
              {translate('action.retry')}
            </Button>
          )
        }
      >
        {translate(wordOf(error))}
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
