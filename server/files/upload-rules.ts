import * as v from 'valibot'
import { type FileType, type SENT_KINDS, type SentKind, sniffType } from '../../src/api/contract/files.ts'
import { invalidInput, Refusal } from '../errors.ts'

/** Limits and types by kind; tests hand in smaller ones. */
export type UploadKinds = { [K in SentKind]: { maxBytes: number; types: (typeof SENT_KINDS)[K]['types'] } }

/** What is known of an upload from its start: the tus metadata, and whose it is. */
export const UploadFacts = v.object({
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
export type UploadFacts = v.InferOutput<typeof UploadFacts>

/** Reads the facts of an upload. Throws `INVALID_INPUT` that names the field. */
export function readFacts(metadata: Record<string, string | null> | undefined, owner?: string): UploadFacts {
  const given = Object.entries({ ...metadata, ...(owner === undefined ? {} : { owner }) })
  const facts = v.safeParse(UploadFacts, Object.fromEntries(given.filter(([, value]) => value !== null)))
  if (facts.success) return facts.output
  throw invalidInput(facts.issues.map((issue) => ({ path: `metadata.${v.getDotPath(issue)}`, message: issue.message })))
}

const NAMES: Record<SentKind, string> = {
  glb: 'a binary glTF 2.0 model (.glb)',
  texture: 'a PNG, JPEG or WebP image',
  icon: 'a PNG, JPEG or WebP image',
  psd: 'a Photoshop document (.psd)',
  archive: 'a ZIP archive',
}

/** The type of a file by its first bytes. Throws `WRONG_FILE_TYPE` where its kind does not take that type. */
export function checkType(kinds: UploadKinds, kind: SentKind, head: Uint8Array): FileType {
  const type = sniffType(head)
  if (type && (kinds[kind].types as readonly FileType[]).includes(type)) return type
  throw new Refusal('WRONG_FILE_TYPE', `The file is not ${NAMES[kind]}.`, { kind, found: type ?? null })
}

/** Throws `FILE_TOO_LARGE`; a file of exactly the limit passes. */
export function checkSize(kinds: UploadKinds, kind: SentKind, bytes: number): void {
  const { maxBytes } = kinds[kind]
  if (bytes <= maxBytes) return
  const megabytes = maxBytes / 1024 / 1024
  const most = Number.isInteger(megabytes) ? `${megabytes} MB` : `${maxBytes} bytes`
  throw new Refusal('FILE_TOO_LARGE', `The file is larger than ${most}.`, { kind, maxBytes })
}
