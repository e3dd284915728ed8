import * as v from 'valibot'
import { NewAsset } from '../../api/contract/assets.ts'
import type { UploadKind } from '../../api/contract/files.ts'
import { BODY_TYPE } from '../asset/outfit.ts'
import type { FieldByErrorCode, FormField, FormValues } from '../form/form.ts'

/** Files of an asset, in the order of the form. */
export const ASSET_FILES = { model: 'glb', texture: 'texture', icon: 'icon', psd: 'psd' } as const satisfies Record<
  string,
  UploadKind
>
export type AssetFile = keyof typeof ASSET_FILES

export const ASSET_FILE_NAMES = Object.keys(ASSET_FILES) as AssetFile[]

export const mapAssetFiles = <T>(make: (name: AssetFile) => T): Readonly<Record<AssetFile, T>> => ({
  model: make('model'),
  texture: make('texture'),
  icon: make('icon'),
  psd: make('psd'),
})

const ERROR_FIELDS: FieldByErrorCode = { MODEL_INVALID: 'model' }

/** Fields of a new asset, in page order. `entryId` identifies the entry that owns the form. */
const FIELDS: readonly FormField[] = [
  ...ASSET_FILE_NAMES.map((name) => ({ name, kind: 'file' as const })),
  ...['name', 'type', 'gender', 'bodyId', 'tags', 'applicationIds'].map((name) => ({ name, kind: 'value' as const })),
  { name: 'another', kind: 'toggle', isLocal: true },
  { name: 'entryId', kind: 'value', isLocal: true },
]

/**
 * Returns the definition of the form of a new asset. `shared` fields are edited in another form. Faults of `shared` fields are
 * reported in that form and do not block this one.
 */
export const createNewAssetForm = (entryId: string, shared: readonly string[] = []) => ({
  schema: NewAsset,
  fields: FIELDS.filter(({ name }) => !shared.includes(name)),
  fieldByErrorCode: ERROR_FIELDS,
  initial: { ...INITIAL_VALUES, entryId },
})

const INITIAL_VALUES: FormValues = {
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
  bodyId: undefined,
  tags: [],
  applicationIds: [],
  another: false,
}

/** Fields common to all assets of a queue. */
export const SHARED_FIELDS = ['bodyId', 'tags', 'applicationIds'] as const

export const SHARED_FORM = {
  schema: v.pick(NewAsset, SHARED_FIELDS),
  fields: SHARED_FIELDS.map((name) => ({ name, kind: 'value' as const })),
  initial: { bodyId: undefined, tags: [], applicationIds: [] },
}

/** Merges an entry's values with the shared values. Tags are combined. */
export function mergeSharedFields(own: FormValues, shared: FormValues): FormValues {
  const tagsOf = ({ tags }: FormValues) => (Array.isArray(tags) ? tags : [])
  return { ...own, ...shared, tags: [...new Set([...tagsOf(own), ...tagsOf(shared)])] }
}

/** Returns the request body of a form validated by {@link NewAsset}. A `bodyId` is omitted if the new asset is itself a body. */
export function toNewAsset(body: FormValues): NewAsset {
  const { bodyId, ...rest } = body as NewAsset
  return { ...rest, ...(bodyId !== undefined && rest.type !== BODY_TYPE && { bodyId }) }
}
