import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const MB = 1024 * 1024

/** Colour types as PNG names them. */
export type ColorType = 'grayscale' | 'rgb' | 'palette' | 'grayscale-alpha' | 'rgba'

/**
 * What an image must be like (Spec §3): sides in pixels, one of the colour types, `bitDepth` in bits per sample, `colorSpace`
 * as an ICC profile calls itself (sRGB by any of its names).
 */
export interface ImageRequirements {
  readonly maxImageDimensions?: { readonly width: number; readonly height: number }
  readonly colorType?: ColorType | readonly ColorType[]
  readonly bitDepth?: number
  readonly colorSpace?: string
}

/** What a kind of upload takes: bytes at most, types by content, and for images what they must be like. */
export interface UploadLimits {
  readonly maxBytes: number
  readonly types: readonly FileType[]
  readonly image?: ImageRequirements
}

/**
 * What may be uploaded for what, and how large at most, in bytes (Spec §5, §9). The sides are what graphics cards draw
 * everywhere (WebGL 2: 8192 in practice) and what Photoshop can write. A base texture is what glTF takes one for: 8 bits of
 * RGB or RGBA in sRGB; an icon is shown as sRGB.
 */
export const UPLOAD_KINDS = {
  glb: { maxBytes: 50 * MB, types: ['model/gltf-binary'] },
  texture: {
    maxBytes: 5 * MB,
    types: ['image/png', 'image/jpeg', 'image/webp'],
    image: {
      maxImageDimensions: { width: 8192, height: 8192 },
      colorType: ['rgb', 'rgba'],
      bitDepth: 8,
      colorSpace: 'sRGB',
    },
  },
  icon: {
    maxBytes: 5 * MB,
    types: ['image/png', 'image/jpeg', 'image/webp'],
    image: { maxImageDimensions: { width: 4096, height: 4096 }, colorSpace: 'sRGB' },
  },
  psd: {
    maxBytes: 20 * MB,
    types: ['image/vnd.adobe.photoshop'],
    image: { maxImageDimensions: { width: 30_000, height: 30_000 } },
  },
} as const satisfies Record<string, UploadLimits>
export type UploadKind = keyof typeof UPLOAD_KINDS

/**
 * All that is sent to the server: the files of assets, and archives of whole applications, to be imported. No more than an
 * S3-compatible store copies at a time.
 */
export const SENT_KINDS = {
  ...UPLOAD_KINDS,
  archive: { maxBytes: 5120 * MB, types: ['application/zip'] },
} as const satisfies Record<string, UploadLimits>
export type SentKind = keyof typeof SENT_KINDS

/** The types a stored file can have, with the ending its address gets. */
export const FILE_ENDINGS = {
  'model/gltf-binary': 'glb',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/vnd.adobe.photoshop': 'psd',
  'application/zip': 'zip',
} as const
export type FileType = keyof typeof FILE_ENDINGS

/** What one user's uploads may take: bytes of all their files together, and how many uploads may be unfinished. */
export interface Quota {
  readonly bytes: number
  readonly unfinished: number
}

/** The room every user has where the server is not told otherwise (`UPLOAD_QUOTA_MB`, `UPLOAD_UNFINISHED`). */
export const UPLOAD_QUOTA: Quota = { bytes: 5120 * MB, unfinished: 200 }

/** How many first bytes {@link sniffType} looks at. */
export const SNIFFED_BYTES = 16

/** Tells a file's type by its first bytes, never by its name; `undefined` when it is none of ours. */
export function sniffType(bytes: Uint8Array): FileType | undefined {
  const starts = (text: string, at = 0) => [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0))
  if (starts('glTF') && bytes[4] === 2 && bytes.length >= 12) return 'model/gltf-binary'
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  if (starts('8BPS\0\x01')) return 'image/vnd.adobe.photoshop'
  if (starts('PK\x03\x04')) return 'application/zip'
  return undefined
}

/** Where uploads are sent (tus 1.0) and stored files are read, below the API's base address. */
export const FILES_PATH = 'files'

/** The address of a stored file: its content's SHA-256 names it, so it never changes. */
export const fileAddress = (sha256: string, type: FileType) => `/${FILES_PATH}/${sha256}.${FILE_ENDINGS[type]}`

/** The form of {@link fileAddress}, for files that an asset can have. */
export const FileAddress = v.pipe(v.string(), v.regex(/^\/files\/[0-9a-f]{64}\.(glb|png|jpg|webp|psd)$/))

/** The address of an archive to be imported, which is not served to anyone. */
export const ArchiveAddress = v.pipe(v.string(), v.regex(/^\/files\/[0-9a-f]{64}\.zip$/))

/** A finished upload. `sha256` in hex, `bytes` its length. */
export const StoredFile = v.object({
  id: v.string(),
  url: v.union([FileAddress, ArchiveAddress]),
  sha256: v.string(),
  type: v.picklist(Object.keys(FILE_ENDINGS) as FileType[]),
  bytes: v.number(),
})
export type StoredFile = v.InferOutput<typeof StoredFile>

export const files = {
  usage: endpoint({
    method: 'GET',
    path: 'v1/files/usage',
    summary: "Tells how much of the caller's storage is used, by files and by unfinished uploads, in bytes.",
    access: ['create', 'File'],
    returns: v.object({ usedBytes: v.number(), quotaBytes: v.number(), unfinished: v.number() }),
  }),
  describe: endpoint({
    method: 'GET',
    path: 'v1/files/{id}',
    summary: 'Tells the address, type and checksum of a finished upload of the caller, by the id of the upload.',
    access: ['create', 'File'],
    returns: StoredFile,
  }),
}
