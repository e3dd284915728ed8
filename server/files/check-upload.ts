import { stat } from 'node:fs/promises'
import type { AnyUploadKind } from '../../src/api/contract/files.ts'
import type { FileProblem } from '../../src/files/file-checks.ts'
import { validateContent } from '../../src/files/validate-file.ts'
import { HttpError } from '../errors/http-error.ts'
import type { StoredContent } from './content-store.ts'
import { computeFileChecksums, type FileChecksums } from './file-checksums.ts'
import { createFileReader } from './file-reader.ts'
import type { InspectModel } from './inspect-model.ts'
import { checkFileSize, checkFileType, type UploadKinds, type UploadMetadata } from './upload-rules.ts'
import { readFirstBytes } from './upload-store.ts'

/**
 * Checks a received file like the client does, and compares the checksum. Throws `WRONG_FILE_TYPE`, `FILE_TOO_LARGE`,
 * `MODEL_INVALID`, `IMAGE_INVALID`, `CHECKSUM_MISMATCH`, or `UNAVAILABLE` if the check cannot run now.
 */
export async function checkUploadedFile(
  path: string,
  { kind, owner, sha256: expectedSha256 }: UploadMetadata,
  kinds: UploadKinds,
  inspect: InspectModel,
  checksums?: FileChecksums,
): Promise<StoredContent> {
  const type = checkFileType(kinds, kind, await readFirstBytes(path))
  const { size: bytes } = await stat(path)
  checkFileSize(kinds, kind, bytes)
  const { sha256, crc32 } = checksums ?? (await computeFileChecksums(path, bytes, owner))
  if (expectedSha256 && expectedSha256 !== sha256)
    throw new HttpError('CHECKSUM_MISMATCH', 'The file arrived damaged: its checksum does not match.')
  await checkContents(path, kind, bytes, (it) => inspect(it, owner))
  return { sha256, type, bytes, crc32 }
}

async function checkContents(path: string, kind: AnyUploadKind, bytes: number, inspect: InspectModel): Promise<void> {
  if (kind === 'glb') {
    const { fault } = await inspect(path).catch((error) => {
      if (error instanceof HttpError) throw error
      // The file size is limited, so a timeout means an overloaded machine, not a bad model.
      throw new HttpError('UNAVAILABLE', 'The model could not be checked in time. Try again.', undefined, 5)
    })
    if (!fault) return
    const { message, ...details } = fault
    throw new HttpError('MODEL_INVALID', message, details)
  }
  // The import checks the files in an archive one by one.
  if (kind === 'archive') return
  const { fault } = await validateContent({ size: bytes, read: createFileReader(path) }, kind)
  if (fault) throw new HttpError('IMAGE_INVALID', formatFileProblem(fault), fault)
}

export function formatFileProblem({ message, word, params, keys }: FileProblem & { message?: string }): string {
  const values: Readonly<Record<string, unknown>> = { ...params, ...keys }
  const formatValue = (placeholder: string) =>
    [values[placeholder] ?? '']
      .flat()
      .map((it) => String(it).replace('image.colors.', ''))
      .join(' or ')
  return (
    message ??
    (FILE_PROBLEM_MESSAGES[word] ?? 'The image cannot be read.').replace(/\{(\w+)\}/g, (_, placeholder) =>
      formatValue(placeholder),
    )
  )
}

const FILE_PROBLEM_MESSAGES: Readonly<Record<string, string>> = {
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
