import type { ModelStats, NewAsset } from '../../src/api/contract/assets.ts'
import type { Fault } from '../../src/api/contract/errors.ts'
import type { FileType, UploadKind } from '../../src/api/contract/files.ts'
import { judgeContent } from '../../src/files/judge-file.ts'
import type { Caller } from '../call.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { claim } from '../files/charges.ts'
import { sentenceOf } from '../files/check-arrived.ts'
import type { StoredContent } from '../files/content-store.ts'
import { readModelStats } from '../files/model-stats.ts'

type FileField = 'modelUrl' | 'iconUrl' | 'textureUrl' | 'psdUrl'

const IMAGES: readonly FileType[] = ['image/png', 'image/jpeg', 'image/webp']
const TYPES: Record<FileField, readonly FileType[]> = {
  modelUrl: ['model/gltf-binary'],
  iconUrl: IMAGES,
  textureUrl: IMAGES,
  psdUrl: ['image/vnd.adobe.photoshop'],
}
/** As what an image is judged in its field, whatever it was uploaded as. */
const KINDS: Partial<Record<FileField, UploadKind>> = { iconUrl: 'icon', textureUrl: 'texture', psdUrl: 'psd' }
const FIELDS = Object.keys(TYPES) as FileField[]

/** The files an asset is made of, as addresses of the content store. */
export type AssetFiles = { [F in FileField]?: NewAsset[F] | undefined }

/**
 * Throws `FILE_UNKNOWN` for a file that was never uploaded, `INVALID_INPUT` for one of the wrong type for its field, and
 * `IMAGE_INVALID` for an image that was uploaded as something else and is not what its field takes.
 */
export async function checkFiles({ db, files, now }: Deps, given: AssetFiles): Promise<void> {
  const faults: Fault[] = []
  for (const field of FIELDS) {
    const address = given[field]
    if (address === undefined) continue
    const stored = await files.content.find(address)
    const known = stored && (await claim(db, stored.sha256, now()))
    if (!known || known.type !== stored?.type)
      throw new Refusal('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: `body.${field}` })
    const kind = KINDS[field]
    if (!TYPES[field].includes(known.type))
      faults.push({ path: `body.${field}`, message: 'This file has the wrong type.' })
    else if (kind) await checkImage(files, stored, kind, `body.${field}`)
  }
  if (faults.length > 0) throw invalidInput(faults)
}

async function checkImage(files: Deps['files'], stored: StoredContent, kind: UploadKind, path: string): Promise<void> {
  const { fault } = await judgeContent({ size: stored.bytes, read: files.content.reader(stored) }, kind)
  if (fault) throw new Refusal('IMAGE_INVALID', sentenceOf(fault), { ...fault, path })
}

/** What the model holds. Throws `MODEL_INVALID`, and `UNAVAILABLE` where too many of the caller's wait. */
export const statsOf = ({ files }: Deps, { id }: Caller, modelUrl: string): Promise<ModelStats> =>
  files.content.local(modelUrl, (path) => readModelStats(path, (it) => files.inspect(it, id)))
