import { useAtelier } from '../context.ts'
import type { FormView } from '../form/use-form-view.ts'
import { UploadField } from '../upload/UploadField.tsx'
import styles from './NewAsset.module.css'
import { type PredictSlot, SlotNote } from './SlotNote.tsx'
import type { AssetUploads } from './use-entry.ts'

/** The box a chosen image is fitted into, in pixels. */
const PICTURE = { width: 200, height: 112 }

/** Props of {@link AssetFiles}. */
export interface AssetFilesProps {
  form: Pick<FormView, 'bind'>
  uploads: AssetUploads
  predict: PredictSlot
}

/** The files beside a model: its texture, its icon, the layered source of its texture. */
export function AssetFiles({ form, uploads, predict }: AssetFilesProps) {
  const { translate } = useAtelier()
  const fieldOf = (name: 'texture' | 'icon' | 'psd') => ({
    name,
    kind: name,
    label: translate(`new.${name}`),
    upload: uploads[name],
    error: form.bind(name).error,
    shortLimit: true,
  })
  return (
    <div className={styles.files}>
      <div>
        <UploadField {...fieldOf('texture')} picture={PICTURE} />
        <SlotNote url={uploads.texture.snapshot.context.url} predict={predict} />
      </div>
      <UploadField {...fieldOf('icon')} picture={PICTURE} />
      <UploadField {...fieldOf('psd')} />
    </div>
  )
}
