import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { Findings } from './Findings.tsx'
import styles from './ModelReport.module.css'
import { useReport } from './use-report.ts'

/** The Khronos validator's full report on a model, as a list people can read. */
export function ModelReport({ file, onClose }: { file: File; onClose: () => void }) {
  const { translate } = useAtelier()
  const { actor, snapshot } = useReport(file)
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
            <Button variant="line" onClick={() => actor.send({ type: 'reading.requested' })}>
              {translate('action.retry')}
            </Button>
          }
        >
          {translate('report.failed')}
        </Notice>
      )}
      {report && <Findings report={report} />}
    </Dialog>
  )
}
