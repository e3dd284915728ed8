import { useAtelier } from '../context.ts'
import type { FormView } from '../form/use-form-view.ts'
import { UploadField } from '../upload/UploadField.tsx'
import styles from './NewAsset.module.css'
import type { AssetUploads } from './use-entry.ts'

/** The box a chosen image is fitted into, in pixels. */
const PICTURE = { width: 200, height: 112 }

/** The files beside a model: its texture, its icon, the layered source of its texture. */
export function AssetFiles({ form, uploads }: { form: Pick<FormView, 'bind'>; uploads: AssetUploads }) {
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
      <UploadField {...fieldOf('texture')} picture={PICTURE} />
      <UploadField {...fieldOf('icon')} picture={PICTURE} />
      <UploadField {...fieldOf('psd')} />
    </div>
  )
}
