import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const MB = 1024 * 1024

/** Colour types as PNG names them. */
export type ColorType = 'grayscale' | 'rgb' | 'palette' | 'grayscale-alpha' | 'rgba'

/**
 * Requirements for an image (Spec §3): sides in pixels, accepted colour types, `bitDepth` in bits per sample. `colorSpace` is the
 * name in the ICC profile; `sRGB` matches all names of sRGB.
 */
export interface ImageRequirements {
  readonly maxImageDimensions?: { readonly width: number; readonly height: number }
  readonly colorType?: ColorType | readonly ColorType[]
  readonly bitDepth?: number
  readonly colorSpace?: string
}

/** Limits of an upload kind: maximum bytes, accepted types by content, and requirements for images. */
export interface UploadLimits {
  readonly maxBytes: number
  readonly types: readonly FileType[]
  readonly image?: ImageRequirements
}

/**
 * Upload kinds of an asset's files with their maximum size, in bytes (Spec §5, §9). The maximum side of a texture is one that all
 * graphics cards support (8192 px in WebGL 2); that of a PSD is Photoshop's maximum. A base texture must be RGB or RGBA with 8
 * bits per sample in sRGB, as in glTF. Icons are displayed as sRGB.
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
 * All upload kinds: the files of assets, and archives of whole applications to be imported. The maximum size of an archive is the
 * largest object that an S3-compatible store copies in one operation.
 */
export const ALL_UPLOAD_KINDS = {
  ...UPLOAD_KINDS,
  archive: { maxBytes: 5120 * MB, types: ['application/zip'] },
} as const satisfies Record<string, UploadLimits>
export type AnyUploadKind = keyof typeof ALL_UPLOAD_KINDS

/** Types of stored files, with the file extension in their address. */
export const FILE_EXTENSIONS = {
  'model/gltf-binary': 'glb',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/vnd.adobe.photoshop': 'psd',
  'application/zip': 'zip',
} as const
export type FileType = keyof typeof FILE_EXTENSIONS

/** Upload limits of one user: total bytes of all files, and number of unfinished uploads. */
export interface UploadQuota {
  readonly bytes: number
  readonly unfinished: number
}

/** Default quota per user, unless the server is configured otherwise (`UPLOAD_QUOTA_MB`, `UPLOAD_UNFINISHED`). */
export const UPLOAD_QUOTA: UploadQuota = { bytes: 5120 * MB, unfinished: 200 }

/** Number of leading bytes that {@link sniffType} inspects. */
export const SNIFFED_BYTES = 16

/** Detects a file's type by its first bytes, never by its name; returns `undefined` for an unsupported type. */
export function sniffType(bytes: Uint8Array): FileType | undefined {
  const startsWith = (text: string, offset = 0) =>
    [...text].every((letter, i) => bytes[offset + i] === letter.charCodeAt(0))
  if (startsWith('glTF') && bytes[4] === 2 && bytes.length >= 12) return 'model/gltf-binary'
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'image/webp'
  if (startsWith('8BPS\0\x01')) return 'image/vnd.adobe.photoshop'
  if (startsWith('PK\x03\x04')) return 'application/zip'
  return undefined
}

/** Path of uploads (tus 1.0) and stored files, below the API's base address. */
export const FILES_PATH = 'files'

/** Returns the address of a stored file. The address contains the content's SHA-256, so it never changes. */
export const fileUrl = (sha256: string, type: FileType) => `/${FILES_PATH}/${sha256}.${FILE_EXTENSIONS[type]}`

/** Address in the form of {@link fileUrl}, for files that an asset can have. */
export const FileUrl = v.pipe(v.string(), v.regex(/^\/files\/[0-9a-f]{64}\.(glb|png|jpg|webp|psd)$/))

/** Address of an archive to be imported, which is never served. */
export const ArchiveUrl = v.pipe(v.string(), v.regex(/^\/files\/[0-9a-f]{64}\.zip$/))

/** A finished upload: `sha256` in hex, `bytes` its length. */
export const StoredFile = v.object({
  id: v.string(),
  url: v.union([FileUrl, ArchiveUrl]),
  sha256: v.string(),
  type: v.picklist(Object.keys(FILE_EXTENSIONS) as FileType[]),
  bytes: v.number(),
})
export type StoredFile = v.InferOutput<typeof StoredFile>

export const files = {
  usage: endpoint({
    method: 'GET',
    path: 'v1/files/usage',
    summary: 'Get the storage used by the caller',
    description: 'In bytes, by files and by unfinished uploads.',
    access: ['create', 'File'],
    returns: v.object({ usedBytes: v.number(), quotaBytes: v.number(), unfinished: v.number() }),
  }),
  describe: endpoint({
    method: 'GET',
    path: 'v1/files/{id}',
    summary: 'Get a finished upload of the caller',
    description: 'Returns the address, type and checksum of the file.',
    access: ['create', 'File'],
    returns: StoredFile,
  }),
}
