import type { ColorType } from '../api/contract/files.ts'

/** The image types whose headers can be read. */
export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/vnd.adobe.photoshop'

/**
 * What an image's header says: width and height in pixels as stored, bits per sample, and the name of the ICC profile where
 * there is one. A `colorType` of `other` is none that PNG knows (CMYK, Lab).
 */
export interface ImageHeader {
  readonly type: ImageType
  readonly width: number
  readonly height: number
  readonly colorType: ColorType | 'other'
  readonly bitDepth: number
  readonly colorSpace?: string
}
