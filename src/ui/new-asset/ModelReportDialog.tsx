import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ModelReportDialog.module.css'
import { useModelReport } from './use-model-report.ts'
import { ValidatorFindings } from './ValidatorFindings.tsx'

export function ModelReportDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const translate = useTranslate(formMessages)
  const { actor, snapshot } = useModelReport(file)
  const { report, share } = snapshot.context
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={translate('report.title', { name: file.name })}
      footer={
        <Button variant="line" onClick={onClose}>
          {translate('action.close')}
        </Button>
      }
    >
      {snapshot.matches('reading') && (
        <div className={styles.reading}>
          <p role="status">{translate(share < 1 ? 'report.reading' : 'report.checking')}</p>
          <ProgressBar label={file.name} value={share} />
        </div>
      )}
      {snapshot.matches('failed') && (
        <Notice
          tone="bad"
          action={
            <Button variant="line" onClick={() => actor.send({ type: 'retry.requested' })}>
              {translate('action.retry')}
            </Button>
          }
        >
          {translate('report.failed')}
        </Notice>
      )}
      {report && <ValidatorFindings report={report} />}
    </Dialog>
  )
}
