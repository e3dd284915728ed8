import type { Asset, ModelStats } from '../../api/contract/assets.ts'
import { wordOf } from '../../api/contract/errors.ts'
import type { Validation } from '../../api/contract/validation.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Findings } from '../new-asset/Findings.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useFileUpload } from '../upload/use-file-upload.ts'
import type { Upload } from '../upload/use-upload.ts'
import { useAsking } from '../use-asking.ts'
import type { AssetWork } from './asset-work.ts'
import styles from './ReplaceDialog.module.css'

/** Props of {@link ReplaceDialog}. */
export interface ReplaceDialogProps {
  kind: 'glb' | 'icon'
  asset: Asset
  work: Pick<AssetWork, 'validate'>
  /** Told of the address of the file, once it was chosen, sent, looked at and wanted. */
  onReplace: (url: string) => void
  onClose: () => void
}

/** The box that an icon is fitted into, in pixels. */
const PICTURE = { width: 200, height: 112 }

/** Takes a file in place of the asset's model or icon, and sends it at once. */
export function ReplaceDialog(props: ReplaceDialogProps) {
  return <ReplaceQuestion {...props} upload={useFileUpload(props.kind)} />
}

/** Asks for the file. A model's report is shown, beside what it replaces, before it counts. */
export function ReplaceQuestion(props: ReplaceDialogProps & { upload: Upload }) {
  const { kind, asset, work, upload, onReplace, onClose } = props
  const { translate } = useAtelier()
  const { actor, snapshot } = upload
  const url = snapshot.matches('sent') ? snapshot.context.url : null
  const check = useAsking({ about: 'model-check', question: kind === 'glb' ? url : null, ask: work.validate })
  const isReady = url !== null && (kind === 'icon' || check.answer?.isValid === true)
  const name = translate(`asset.replace.${kind}`)
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={name}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={leave}>{translate('action.cancel')}</Button>
          <Button
            variant="ink"
            waiting={!isReady}
            busy={check.isBusy && translate('report.checking')}
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
          {...(kind === 'icon' && { picture: PICTURE })}
        />
        {check.error !== null && (
          <Notice
            tone="bad"
            action={
              <Button size="sm" onClick={check.askAgain}>
                {translate('action.retry')}
              </Button>
            }
          >
            {translate(wordOf(check.error))}
          </Notice>
        )}
        {check.answer && <Checked validation={check.answer} before={asset.stats} />}
      </div>
    </Dialog>
  )

  /** What is still on its way is not wanted any more. */
  function leave() {
    if (!snapshot.matches('vacant') && !snapshot.matches('sent')) actor.send({ type: 'removal.requested' })
    onClose()
  }
}

const MEASURES = ['bytes', 'triangles', 'vertices', 'textures'] as const
const WORDS = { bytes: 'size', triangles: 'triangles', vertices: 'vertices', textures: 'textures' }

/** What the check came to, with what the model holds beside what the one it replaces does. */
function Checked({ validation, before }: { validation: Validation; before: ModelStats }) {
  const { translate, language } = useAtelier()
  const { isValid, model, report } = validation
  const fault = validation.files.find((file) => file.fault)?.fault
  const say = (id: (typeof MEASURES)[number], n: number) =>
    id === 'bytes' ? formatBytes(n, language) : formatNumber(n, language)
  return (
    <>
      {!isValid && (
        <Notice tone="bad">{fault ? translate(fault.word, fault.params) : translate('asset.replace.invalid')}</Notice>
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
                <th scope="row">{translate(`asset.${WORDS[id]}`)}</th>
                <td>{say(id, before[id])}</td>
                <td data-changed={before[id] !== model.stats[id] || undefined}>{say(id, model.stats[id])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {report && <Findings report={report} />}
    </>
  )
}
