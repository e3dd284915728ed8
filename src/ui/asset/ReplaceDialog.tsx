import type { Asset, ModelStats } from '../../api/contract/assets.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { FileValidationResult } from '../../api/contract/validation.ts'
import { isFileProblemKey } from '../../files/file-checks.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { assetMessages } from '../messages/asset.ts'
import { formMessages } from '../messages/form.ts'
import { ValidatorFindings } from '../new-asset/ValidatorFindings.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useFileUpload } from '../upload/use-file-upload.ts'
import type { Upload } from '../upload/use-upload.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import styles from './ReplaceDialog.module.css'

export interface ReplaceDialogProps {
  kind: 'glb' | 'icon'
  asset: Asset
  work: Pick<AssetPanelCalls, 'validate'>
  /** Receives the file's URL after upload, validation and confirmation. */
  onReplace: (url: string) => void
  onClose: () => void
}

/** Bounding box of an icon, in pixels. */
const ICON_BOX_PX = { width: 200, height: 112 }

/** Dialog that replaces the asset's model or icon. Uploads the file immediately. */
export function ReplaceDialog(props: ReplaceDialogProps) {
  return <ReplaceDialogContent {...props} upload={useFileUpload(props.kind)} />
}

/** Dialog content. A model's report is compared with the current model before confirmation. */
export function ReplaceDialogContent(props: ReplaceDialogProps & { upload: Upload }) {
  const { kind, asset, work, upload, onReplace, onClose } = props
  const translate = useTranslate(assetMessages, formMessages)
  const { actor, snapshot } = upload
  const url = snapshot.matches('sent') ? snapshot.context.url : null
  const checkQuery = useQuery({
    inspectorLabel: 'model-check',
    queryKey: kind === 'glb' ? url : null,
    queryFn: work.validate,
  })
  const isReady = url !== null && (kind === 'icon' || checkQuery.data?.isValid === true)
  const name = translate(`asset.replace.${kind}`)
  return (
    <Dialog
      isOpen
      onClose={cancelUpload}
      title={name}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={cancelUpload}>{translate('action.cancel')}</Button>
          <Button
            variant="ink"
            waiting={!isReady}
            busy={checkQuery.isBusy && translate('report.checking')}
            onClick={() => {
              if (url !== null) onReplace(url)
              onClose()
            }}
          >
            {translate('asset.replace')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <UploadField
          name={kind}
          kind={kind}
          label={translate(kind === 'glb' ? 'asset.model' : 'asset.iconUrl')}
          upload={upload}
          {...(kind === 'icon' && { picture: ICON_BOX_PX })}
        />
        {checkQuery.error !== null && (
          <Notice
            tone="bad"
            action={
              <Button size="sm" onClick={checkQuery.refetch}>
                {translate('action.retry')}
              </Button>
            }
          >
            {translate(getErrorMessageKey(checkQuery.error))}
          </Notice>
        )}
        {checkQuery.data && <CheckResult validation={checkQuery.data} before={asset.stats} />}
      </div>
    </Dialog>
  )

  function cancelUpload() {
    if (!snapshot.matches('empty') && !snapshot.matches('sent')) actor.send({ type: 'removal.requested' })
    onClose()
  }
}

const MEASURES = ['bytes', 'triangles', 'vertices', 'textures'] as const
const MEASURE_KEYS = { bytes: 'size', triangles: 'triangles', vertices: 'vertices', textures: 'textures' } as const

/** Result of the validation, with the statistics of the new and the current model. */
function CheckResult({ validation, before }: { validation: FileValidationResult; before: ModelStats }) {
  const translate = useTranslate(assetMessages, formMessages)
  const { language } = useAtelier()
  const { isValid, model, report } = validation
  const problem = validation.files.find((file) => file.fault)?.fault
  const formatMeasure = (id: (typeof MEASURES)[number], n: number) =>
    id === 'bytes' ? formatBytes(n, language) : formatNumber(n, language)
  return (
    <>
      {!isValid && (
        <Notice tone="bad">
          {problem && isFileProblemKey(problem.word)
            ? translate(problem.word, problem.params)
            : translate('asset.replace.invalid')}
        </Notice>
      )}
      {model && (
        <table className={styles.measures}>
          <caption className={styles.caption}>{translate('asset.replace.compared')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{translate('asset.replace.now')}</th>
              <th scope="col">{translate('asset.replace.then')}</th>
            </tr>
          </thead>
          <tbody>
            {MEASURES.map((id) => (
              <tr key={id}>
                <th scope="row">{translate(`asset.${MEASURE_KEYS[id]}`)}</th>
                <td>{formatMeasure(id, before[id])}</td>
                <td data-changed={before[id] !== model.stats[id] || undefined}>{formatMeasure(id, model.stats[id])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {report && <ValidatorFindings report={report} />}
    </>
  )
}
