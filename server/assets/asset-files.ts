import type { ModelStats, NewAsset } from '../../src/api/contract/assets.ts'
import type { FieldError } from '../../src/api/contract/errors.ts'
import type { FileType, UploadKind } from '../../src/api/contract/files.ts'
import { validateContent } from '../../src/files/validate-file.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'
import { chargeFileReuse, claimFileForUse } from '../files/charges.ts'
import { formatFileProblem } from '../files/check-upload.ts'
import type { StoredContent } from '../files/content-store.ts'
import { readModelStats } from '../files/model-stats.ts'

type FileField = 'modelUrl' | 'iconUrl' | 'textureUrl' | 'psdUrl'

const IMAGES: readonly FileType[] = ['image/png', 'image/jpeg', 'image/webp']
const ALLOWED_TYPES: Record<FileField, readonly FileType[]> = {
  modelUrl: ['model/gltf-binary'],
  iconUrl: IMAGES,
  textureUrl: IMAGES,
  psdUrl: ['image/vnd.adobe.photoshop'],
}
/** Upload kind whose limits apply to each image field, even if the image was uploaded as another kind. */
const UPLOAD_KIND_OF_FIELD: Partial<Record<FileField, UploadKind>> = {
  iconUrl: 'icon',
  textureUrl: 'texture',
  psdUrl: 'psd',
}
const FIELDS = Object.keys(ALLOWED_TYPES) as FileField[]

export type AssetFiles = { [F in FileField]?: NewAsset[F] | undefined }

/**
 * Checks the files of an asset and claims them, so that no sweep deletes them. Throws
 * - `FILE_UNKNOWN` for a file that was never uploaded,
 * - `QUOTA_EXCEEDED` for a file that counts towards no account's quota yet, if the file exceeds the caller's quota,
 * - `INVALID_INPUT` for a file of the wrong type for its field,
 * - `IMAGE_INVALID` for an image that was uploaded as another kind and does not meet the limits of its field.
 */
export async function checkAssetFiles(
  { db, files, now }: Deps,
  caller: Pick<Caller, 'id'>,
  assetFiles: AssetFiles,
): Promise<void> {
  const faults: FieldError[] = []
  for (const field of FIELDS) {
    const address = assetFiles[field]
    if (address === undefined) continue
    const stored = await files.content.find(address)
    const claimed = stored && (await claimFileForUse(db, stored.sha256, now()))
    if (!claimed || claimed.type !== stored?.type)
      throw new HttpError('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: `body.${field}` })
    await chargeFileReuse(db, claimed, { id: caller.id, quota: files.quota })
    const kind = UPLOAD_KIND_OF_FIELD[field]
    if (!ALLOWED_TYPES[field].includes(claimed.type))
      faults.push({ path: `body.${field}`, message: 'This file has the wrong type.' })
    else if (kind) await checkImage(files, stored, kind, `body.${field}`)
  }
  if (faults.length > 0) throw invalidInputError(faults)
}

async function checkImage(files: Deps['files'], stored: StoredContent, kind: UploadKind, path: string): Promise<void> {
  const { fault } = await validateContent({ size: stored.bytes, read: files.content.reader(stored) }, kind)
  if (fault) throw new HttpError('IMAGE_INVALID', formatFileProblem(fault), { ...fault, path })
}

/** Returns the statistics of a model. Throws `MODEL_INVALID`, and `UNAVAILABLE` if too many jobs of the caller are queued. */
export const readAssetModelStats = ({ files }: Deps, { id }: Caller, modelUrl: string): Promise<ModelStats> =>
  files.content.withLocalCopy(modelUrl, (path) => readModelStats(path, (it) => files.inspect(it, id)))
