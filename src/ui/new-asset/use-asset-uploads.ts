import type { FormActor } from '../form/form-actor.ts'
import { useUpload } from '../upload/use-upload.ts'
import { ASSET_FILES, type AssetUploads } from './new-asset.ts'

/** Runs the uploads of an asset's files; `onModel` is told of a chosen model. */
export function useAssetUploads(form: FormActor, onModel: (file: File) => void) {
  const uploads: AssetUploads = {
    model: useUpload({ field: 'model', kind: ASSET_FILES.model, form, onSelected: onModel }),
    texture: useUpload({ field: 'texture', kind: ASSET_FILES.texture, form }),
    icon: useUpload({ field: 'icon', kind: ASSET_FILES.icon, form }),
    psd: useUpload({ field: 'psd', kind: ASSET_FILES.psd, form }),
  }
  const { model, texture, icon, psd } = uploads
  return {
    uploads,
    snapshots: { model: model.snapshot, texture: texture.snapshot, icon: icon.snapshot, psd: psd.snapshot },
  }
}
