import * as v from 'valibot'
import { NewAsset } from '../../api/contract/assets.ts'
import type { UploadKind } from '../../api/contract/files.ts'
import type { FormField, FormValues, Places } from './form.ts'
import { BODY } from './outfit.ts'

/** The files of an asset, in the order of the page. */
export const ASSET_FILES = { model: 'glb', texture: 'texture', icon: 'icon', psd: 'psd' } as const satisfies Record<
  string,
  UploadKind
>
export type AssetFile = keyof typeof ASSET_FILES

/** The names of {@link ASSET_FILES}. */
export const ASSET_FILE_NAMES = Object.keys(ASSET_FILES) as AssetFile[]

/** One value for each file of an asset. */
export const eachFile = <T>(make: (name: AssetFile) => T): Readonly<Record<AssetFile, T>> => ({
  model: make('model'),
  texture: make('texture'),
  icon: make('icon'),
  psd: make('psd'),
})

/** Errors of making an asset that are about one field. */
const PLACES: Places = { MODEL_INVALID: 'model' }

/** The fields of a new asset, in the order of the page; `entryId` says which entry the form is of. */
const FIELDS: readonly FormField[] = [
  ...ASSET_FILE_NAMES.map((name) => ({ name, kind: 'file' as const })),
  ...['name', 'type', 'gender', 'bodyId', 'tags', 'applicationIds'].map((name) => ({ name, kind: 'value' as const })),
  { name: 'another', kind: 'toggle', isLocal: true },
  { name: 'entryId', kind: 'value', isLocal: true },
]

/**
 * What the form of a new asset is made from; fields that are `shared` are another form's, so that what is refused in them is
 * told above this one and holds nothing up here.
 */
export const assetForm = (entryId: string, shared: readonly string[] = []) => ({
  schema: NewAsset,
  fields: FIELDS.filter(({ name }) => !shared.includes(name)),
  places: PLACES,
  initial: { ...NOTHING_CHOSEN, entryId },
})

const NOTHING_CHOSEN: FormValues = {
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

/** The fields that all assets of a queue have in common. */
export const SHARED_FIELDS = ['bodyId', 'tags', 'applicationIds'] as const

/** What the form is made from that holds what all assets of a queue have in common. */
export const SHARED_FORM = {
  schema: v.pick(NewAsset, SHARED_FIELDS),
  fields: SHARED_FIELDS.map((name) => ({ name, kind: 'value' as const })),
  initial: { bodyId: undefined, tags: [], applicationIds: [] },
}

/** What is made of one of a queue: what it has of its own, and what all have; its tags are its own and those of all. */
export function withShared(own: FormValues, shared: FormValues): FormValues {
  const tagsOf = ({ tags }: FormValues) => (Array.isArray(tags) ? tags : [])
  return { ...own, ...shared, tags: [...new Set([...tagsOf(own), ...tagsOf(shared)])] }
}

/** What is sent of a form that was checked by {@link NewAsset}: a body is made for no body, whatever was chosen before. */
export function newAssetOf(body: FormValues): NewAsset {
  const { bodyId, ...rest } = body as NewAsset
  return { ...rest, ...(bodyId !== undefined && rest.type !== BODY && { bodyId }) }
}
