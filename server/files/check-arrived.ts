import { stat } from 'node:fs/promises'
import type { SentKind } from '../../src/api/contract/files.ts'
import type { FileFault } from '../../src/files/file.ts'
import { judgeContent } from '../../src/files/judge-file.ts'
import { Refusal } from '../errors.ts'
import type { StoredContent } from './content-store.ts'
import { readerOf } from './file-reader.ts'
import { sumsOf } from './file-sums.ts'
import type { InspectModel } from './inspect.ts'
import { checkSize, checkType, type UploadFacts, type UploadKinds } from './upload-rules.ts'
import { readHead } from './upload-store.ts'

/**
 * Repeats on what arrived every check the client made, and compares the checksum. Throws `WRONG_FILE_TYPE`,
 * `FILE_TOO_LARGE`, `MODEL_INVALID`, `IMAGE_INVALID`, `CHECKSUM_MISMATCH` or, where it could not be checked now, `UNAVAILABLE`.
 */
export async function checkArrived(
  path: string,
  { kind, owner, sha256: announced }: UploadFacts,
  kinds: UploadKinds,
  inspect: InspectModel,
): Promise<StoredContent> {
  const type = checkType(kinds, kind, await readHead(path))
  const { size: bytes } = await stat(path)
  checkSize(kinds, kind, bytes)
  const { sha256, crc32 } = await sumsOf(path, bytes, owner)
  if (announced && announced !== sha256)
    throw new Refusal('CHECKSUM_MISMATCH', 'The file arrived damaged: its checksum does not match.')
  await checkInside(path, kind, bytes, (it) => inspect(it, owner))
  return { sha256, type, bytes, crc32 }
}

async function checkInside(path: string, kind: SentKind, bytes: number, inspect: InspectModel): Promise<void> {
  if (kind === 'glb') {
    const { fault } = await inspect(path).catch((cause) => {
      if (cause instanceof Refusal) throw cause
      // Its time and room grow with what was let in only: the machine has too much to do, the model is not to blame.
      throw new Refusal('UNAVAILABLE', 'The model could not be checked in time. Try again.', undefined, 5)
    })
    if (!fault) return
    const { message, ...told } = fault
    throw new Refusal('MODEL_INVALID', message, told)
  }
  // What an archive holds is checked file by file when it is imported.
  if (kind === 'archive') return
  const { fault } = await judgeContent({ size: bytes, read: readerOf(path) }, kind)
  if (fault) throw new Refusal('IMAGE_INVALID', sentenceOf(fault), fault)
}

/** A fault in a sentence, for those who read what the server says. */
export function sentenceOf({ message, word, params, keys }: FileFault & { message?: string }): string {
  const values: Readonly<Record<string, unknown>> = { ...params, ...keys }
  const textOf = (hole: string) =>
    [values[hole] ?? '']
      .flat()
      .map((it) => String(it).replace('image.colors.', ''))
      .join(' or ')
  return message ?? (SENTENCES[word] ?? 'The image cannot be read.').replace(/\{(\w+)\}/g, (_, hole) => textOf(hole))
}

const SENTENCES: Readonly<Record<string, string>> = {
  'upload.empty': 'The file is empty.',
  'upload.tooSmall': 'The file is too small to be right.',
  'upload.tooLarge': 'The file is too large.',
  'upload.unreadable': 'The file could not be checked in time.',
  'upload.wrongType.glb': 'The file is not a binary glTF 2.0 model.',
  'upload.wrongType.icon': 'The file is not a PNG, JPEG or WebP image.',
  'upload.wrongType.texture': 'The file is not a PNG, JPEG or WebP image.',
  'upload.wrongType.psd': 'The file is not a Photoshop document.',
  'upload.imageCutOff': 'The image is cut off.',
  'fileInput.imageSizeTooLarge': 'The image is {width} × {height} pixels. The limit is {maxWidth} × {maxHeight}.',
  'fileInput.wrongColorType': 'The image is {found}. It has to be {wanted}.',
  'fileInput.wrongBitDepth': 'The image has {found} bits per channel. It has to have {wanted}.',
  'fileInput.wrongColorSpace': 'The colour profile of the image is {found}. It has to be {wanted}.',
}
