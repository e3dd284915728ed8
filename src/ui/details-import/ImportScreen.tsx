import { useDropzone } from 'react-dropzone'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS } from '../../machines/bulk/bulk-edit-table.ts'
import { ASSETS_BREADCRUMBS, Breadcrumbs } from '../Breadcrumbs.tsx'
import { formatBytes } from '../format-bytes.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { DropArea } from '../kit/fields/DropArea.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { detailsMessages } from '../messages/details.ts'
import { formMessages } from '../messages/form.ts'
import { useIsTouchOnly } from '../use-is-touch-only.ts'
import { useTranslate } from '../use-translate.ts'
import type { DetailsCalls } from './details-calls.ts'
import { ExampleFile } from './ExampleFile.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import styles from './ImportScreen.module.css'
import { type DetailsImport, useDetailsImport } from './use-details-import.ts'

/** Page that imports details of many assets from a file. Shows the changes before it applies them, and can undo them. */
export function ImportScreen({ calls }: { calls: DetailsCalls }) {
  const translate = useTranslate(detailsMessages)
  const detailsImport = useDetailsImport(calls)
  const { file, plan, isReading } = detailsImport
  const title = translate('details.title')
  return (
    <>
      <PageHead title={title} crumb={<Breadcrumbs trail={ASSETS_BREADCRUMBS} />} />
      <div className={styles.page}>
        <div className={styles.column}>
          {!plan && <p className={styles.why}>{translate('details.why')}</p>}
          {!plan && <FileChooser work={detailsImport} />}
          {isReading && (
            <div className={styles.reading} role="status">
              <ProgressBar label={file?.name ?? title} value={detailsImport.share} />
              {translate('details.reading', { name: file?.name ?? '' })}
            </div>
          )}
          {detailsImport.error !== null && !isReading && (
            <Notice
              tone="bad"
              action={
                <Button size="sm" onClick={detailsImport.again}>
                  {translate('action.retry')}
                </Button>
              }
            >
              {translate(getErrorMessageKey(detailsImport.error))}
            </Notice>
          )}
          {detailsImport.fault && !isReading && (
            <Notice tone="bad">{translate(`details.fault.${detailsImport.fault}`, LIMITS)}</Notice>
          )}
          {!plan && !isReading && <ExampleFile />}
          {plan && !isReading && <ImportPlan key={file?.name} plan={plan} work={detailsImport} />}
        </div>
      </div>
    </>
  )
}

const LIMITS = { n: MAX_TABLE_ROWS, size: formatBytes(MAX_TABLE_BYTES, 'en') }

function FileChooser({ work: { choose, fault, isReading } }: { work: DetailsImport }) {
  const translate = useTranslate(detailsMessages, formMessages)
  const isTouch = useIsTouchOnly()
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    multiple: false,
    disabled: isReading,
    onDrop: ([file]) => file && choose(file),
  })
  return (
    <div>
      <DropArea
        {...getRootProps({ role: 'button' })}
        state={isDragActive ? 'dragging' : fault ? 'invalid' : 'idle'}
        words={{
          upload: translate('details.choose'),
          orDrop: isTouch ? undefined : translate('upload.orDrop'),
          drop: translate('upload.drop'),
        }}
        hint={translate('details.kinds', LIMITS)}
      />
      <input {...getInputProps({ 'aria-label': translate('details.file') })} />
    </div>
  )
}
