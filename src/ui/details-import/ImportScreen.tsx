import { useDropzone } from 'react-dropzone'
import { wordOf } from '../../api/contract/errors.ts'
import { MOST_BYTES, MOST_ROWS } from '../../machines/rules/details-table.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { DropArea } from '../kit/DropArea.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { BELOW_ASSETS, Crumbs } from '../shell/Crumbs.tsx'
import { useTouch } from '../use-touch.ts'
import type { DetailsCalls } from './details-calls.ts'
import { Example } from './Example.tsx'
import styles from './ImportScreen.module.css'
import { Plan } from './Plan.tsx'
import { type DetailsImport, useDetailsImport } from './use-details-import.ts'

/** Details of many assets from a file: what it would change first, then changed, and taken back. */
export function ImportScreen({ calls }: { calls: DetailsCalls }) {
  const { translate } = useAtelier()
  const work = useDetailsImport(calls)
  const { file, plan, isReading } = work
  const title = translate('details.title')
  return (
    <>
      <PageHead title={title} crumb={<Crumbs trail={BELOW_ASSETS} />} />
      <div className={styles.page}>
        <div className={styles.column}>
          {!plan && <p className={styles.why}>{translate('details.why')}</p>}
          {!plan && <Chooser work={work} />}
          {isReading && (
            <div className={styles.reading} role="status">
              <ProgressBar label={file?.name ?? title} value={work.share} />
              {translate('details.reading', { name: file?.name ?? '' })}
            </div>
          )}
          {work.error !== null && !isReading && (
            <Notice
              tone="bad"
              action={
                <Button size="sm" onClick={work.again}>
                  {translate('action.retry')}
                </Button>
              }
            >
              {translate(wordOf(work.error))}
            </Notice>
          )}
          {work.fault && !isReading && <Notice tone="bad">{translate(`details.fault.${work.fault}`, LIMITS)}</Notice>}
          {!plan && !isReading && <Example />}
          {plan && !isReading && <Plan key={file?.name} plan={plan} work={work} />}
        </div>
      </div>
    </>
  )
}

const LIMITS = { n: MOST_ROWS, size: formatBytes(MOST_BYTES, 'en') }

/** Takes one file: dropped, chosen or pasted. */
function Chooser({ work: { choose, fault, isReading } }: { work: DetailsImport }) {
  const { translate } = useAtelier()
  const isTouch = useTouch()
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
