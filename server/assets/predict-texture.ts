import { sniffType } from '../../src/api/contract/files.ts'
import type { TexturePrediction, TextureToPredict } from '../../src/api/contract/textures.ts'
import type { Caller } from '../call.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { claim } from '../files/charges.ts'
import { sentenceOf } from '../files/check-arrived.ts'
import { slotOf } from '../textures/classifier.ts'
import type { Picture, PredictTexture } from '../textures/predict.ts'

const BROKEN = { word: 'upload.imageBroken' } as const

/**
 * What a texture is likely used for: one of our own stored files, or a small one handed in; no other address is ever asked.
 * Throws `FILE_UNKNOWN`, `WRONG_FILE_TYPE`, `IMAGE_INVALID` for what cannot be decoded, and `UNAVAILABLE` where too many of
 * the caller's files wait.
 */
export async function predictTexture(deps: Deps, caller: Caller, given: TextureToPredict): Promise<TexturePrediction> {
  const { predictTexture: predict = predictInThis } = deps
  const chances =
    'bytes' in given
      ? await predicted(predict, pictureOf(given.bytes), caller)
      : await predictStored(deps, given.textureUrl, (path) => predicted(predict, path, caller))
  return { chances, slot: slotOf(chances) }
}

async function predictStored<T>({ db, files, now }: Deps, url: string, work: (path: string) => Promise<T>): Promise<T> {
  const stored = await files.content.find(url)
  if (!stored || !(await claim(db, stored.sha256, now())))
    throw new Refusal('FILE_UNKNOWN', 'This file is not on the server. Upload it first.', { path: 'body.textureUrl' })
  return files.content.local(url, work)
}

function pictureOf(base64: string): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  if (sniffType(bytes)?.startsWith('image/') && sniffType(bytes) !== 'image/vnd.adobe.photoshop') return bytes
  throw new Refusal('WRONG_FILE_TYPE', 'This is no PNG, JPEG or WebP picture.', { path: 'body.bytes' })
}

async function predicted(predict: PredictTexture, picture: Picture, { id }: Caller) {
  try {
    return await predict(picture, id)
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw new Refusal('IMAGE_INVALID', sentenceOf(BROKEN), { ...BROKEN })
  }
}

/** What decodes is large, and read only where it runs. */
const predictInThis: PredictTexture = async (picture) => (await import('../textures/predict.ts')).predictHere(picture)
