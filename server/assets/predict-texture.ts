import { sniffType } from '../../src/api/contract/files.ts'
import type { TexturePrediction, TextureToPredict } from '../../src/api/contract/textures.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { HttpError } from '../errors/http-error.ts'
import { claimFile } from '../files/charges.ts'
import { formatFileProblem } from '../files/check-upload.ts'
import { findLikeliestSlot } from '../textures/classifier.ts'
import type { PictureSource, PredictTexture } from '../textures/predict-texture.ts'

const BROKEN = { word: 'upload.imageBroken' } as const

/**
 * Predicts the material slot of a texture that is stored or sent in the request. Never fetches any other address. Throws
 * `FILE_UNKNOWN`, `WRONG_FILE_TYPE`, `IMAGE_INVALID` for an image that cannot be decoded, and `UNAVAILABLE` if too many jobs of
 * the caller are queued.
 */
export async function predictTexture(deps: Deps, caller: Caller, input: TextureToPredict): Promise<TexturePrediction> {
  const { predictTexture: predict = predictInThisProcess } = deps
  const chances =
    'bytes' in input
      ? await predictOrThrow(predict, decodePicture(input.bytes), caller)
      : await predictStored(deps, input.textureUrl, (path) => predictOrThrow(predict, path, caller))
  return { chances, slot: findLikeliestSlot(chances) }
}

async function predictStored<T>({ db, files, now }: Deps, url: string, work: (path: string) => Promise<T>): Promise<T> {
  const stored = await files.content.find(url)
  if (!stored || !(await claimFile(db, stored.sha256, now())))
    throw new HttpError('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: 'body.textureUrl' })
  return files.content.withLocalCopy(url, work)
}

function decodePicture(base64: string): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  if (sniffType(bytes)?.startsWith('image/') && sniffType(bytes) !== 'image/vnd.adobe.photoshop') return bytes
  throw new HttpError('WRONG_FILE_TYPE', 'The file is not a PNG, JPEG or WebP image.', { path: 'body.bytes' })
}

async function predictOrThrow(predict: PredictTexture, picture: PictureSource, { id }: Caller) {
  try {
    return await predict(picture, id)
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('IMAGE_INVALID', formatFileProblem(BROKEN), { ...BROKEN })
  }
}

/** Imported on first use, because the decoder is a large module. */
const predictInThisProcess: PredictTexture = async (picture) =>
  (await import('../textures/predict-texture.ts')).predictTextureInProcess(picture)
