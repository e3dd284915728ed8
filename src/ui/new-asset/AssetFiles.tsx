import type { FormView } from '../form/use-form-view.ts'
import { formMessages } from '../messages/form.ts'
import { UploadField } from '../upload/UploadField.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './NewAssetForm.module.css'
import { type PredictSlot, TextureSlotHint } from './TextureSlotHint.tsx'
import type { AssetUploads } from './use-new-asset-state.ts'

/** Bounding box of an image preview, in pixels. */
const ICON_BOX_PX = { width: 200, height: 112 }

export interface AssetFilesProps {
  form: Pick<FormView, 'bind'>
  uploads: AssetUploads
  predict: PredictSlot
}

/** File fields apart from the model: texture, icon, and the texture's layered source file. */
export function AssetFiles({ form, uploads, predict }: AssetFilesProps) {
  const translate = useTranslate(formMessages)
  const fieldProps = (name: 'texture' | 'icon' | 'psd') => ({
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
        <UploadField {...fieldProps('texture')} picture={ICON_BOX_PX} />
        <TextureSlotHint url={uploads.texture.snapshot.context.url} predict={predict} />
      </div>
      <UploadField {...fieldProps('icon')} picture={ICON_BOX_PX} />
      <UploadField {...fieldProps('psd')} />
    </div>
  )
}
