import * as v from 'valibot'
import { type ALL_UPLOAD_KINDS, type AnyUploadKind, type FileType, sniffType } from '../../src/api/contract/files.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'

/** Maximum size and accepted types of each upload kind. Tests pass smaller limits. */
export type UploadKinds = { [K in AnyUploadKind]: { maxBytes: number; types: (typeof ALL_UPLOAD_KINDS)[K]['types'] } }

export const UploadMetadata = v.object({
  kind: v.picklist(
    ['glb', 'texture', 'icon', 'psd', 'archive'],
    'The kind must be glb, texture, icon, psd or archive.',
  ),
  filename: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(255, 'The file name is too long.'),
      v.regex(/^\P{Cc}*$/u, 'The file name holds characters that cannot be stored.'),
    ),
  ),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'The checksum must be 64 hex digits.'))),
  owner: v.string(),
})
export type UploadMetadata = v.InferOutput<typeof UploadMetadata>

/** Parses the metadata of an upload. Throws `INVALID_INPUT` with the path of each invalid field. */
export function parseUploadMetadata(
  metadata: Record<string, string | null> | undefined,
  owner?: string,
): UploadMetadata {
  const entries = Object.entries({ ...metadata, ...(owner === undefined ? {} : { owner }) })
  const result = v.safeParse(UploadMetadata, Object.fromEntries(entries.filter(([, value]) => value !== null)))
  if (result.success) return result.output
  throw invalidInputError(
    result.issues.map((issue) => ({ path: `metadata.${v.getDotPath(issue)}`, message: issue.message })),
  )
}

const KIND_DESCRIPTIONS: Record<AnyUploadKind, string> = {
  glb: 'a binary glTF 2.0 model (.glb)',
  texture: 'a PNG, JPEG or WebP image',
  icon: 'a PNG, JPEG or WebP image',
  psd: 'a Photoshop document (.psd)',
  archive: 'a ZIP archive',
}

/** Returns the type of a file by its first bytes. Throws `WRONG_FILE_TYPE` if the upload kind does not accept that type. */
export function checkFileType(kinds: UploadKinds, kind: AnyUploadKind, head: Uint8Array): FileType {
  const type = sniffType(head)
  if (type && (kinds[kind].types as readonly FileType[]).includes(type)) return type
  throw new HttpError('WRONG_FILE_TYPE', `The file is not ${KIND_DESCRIPTIONS[kind]}.`, { kind, found: type ?? null })
}

/** Throws `FILE_TOO_LARGE` if a file exceeds the size limit. */
export function checkFileSize(kinds: UploadKinds, kind: AnyUploadKind, bytes: number): void {
  const { maxBytes } = kinds[kind]
  if (bytes <= maxBytes) return
  const megabytes = maxBytes / 1024 / 1024
  const maxSize = Number.isInteger(megabytes) ? `${megabytes} MB` : `${maxBytes} bytes`
  throw new HttpError('FILE_TOO_LARGE', `The file is larger than ${maxSize}.`, { kind, maxBytes })
}
