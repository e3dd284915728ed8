import type { UploadKind } from '../../api/contract/files.ts'
import type { FormField, FormValues, Places } from '../../machines/rules/form.ts'
import type { Upload } from '../upload/use-upload.ts'

/** The files of an asset, in the order of the page. */
export const ASSET_FILES = { model: 'glb', texture: 'texture', icon: 'icon', psd: 'psd' } as const satisfies Record<
  string,
  UploadKind
>
export type AssetFile = keyof typeof ASSET_FILES

/** The uploads of an asset's files. */
export type AssetUploads = Readonly<Record<AssetFile, Upload>>

/** The fields of a new asset, in the order of the page. */
export const ASSET_FIELDS: readonly FormField[] = [
  ...Object.keys(ASSET_FILES).map((name) => ({ name, kind: 'file' as const })),
  ...['name', 'type', 'gender', 'tags', 'applicationIds'].map((name) => ({ name, kind: 'value' as const })),
  { name: 'another', kind: 'toggle', isLocal: true },
]

/** What a form of a new asset begins with. */
export const NO_ASSET: FormValues = {
  modelFile: undefined,
  modelUrl: undefined,
  textureFile: undefined,
  textureUrl: undefined,
  iconFile: undefined,
  iconUrl: undefined,
  psdFile: undefined,
  psdUrl: undefined,
  name: '',
  type: undefined,
  gender: 'neutral',
  tags: [],
  applicationIds: [],
  another: false,
}

/** Errors of making an asset that are about one field. */
export const ASSET_PLACES: Places = { MODEL_INVALID: 'model' }

/** Hands the files of a restored draft to their uploads; one that was sent is not sent again. */
export function restoreFiles(uploads: Readonly<Record<string, Upload>>, values: FormValues): void {
  for (const [name, { actor }] of Object.entries(uploads)) {
    const [file, url] = [values[`${name}File`], values[`${name}Url`]]
    if (file instanceof File) actor.send({ type: 'file.restored', file, ...(typeof url === 'string' && { url }) })
  }
}
