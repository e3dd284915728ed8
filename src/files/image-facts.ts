import type { ColorType } from '../api/contract/files.ts'

export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/avif'
  | 'image/vnd.adobe.photoshop'

/**
 * Facts from an image's header: width and height in pixels as stored, bits per sample, and the name of the ICC profile if there
 * is one. `other` stands for colour types that PNG does not have (CMYK, Lab).
 */
export interface ImageHeader {
  readonly type: ImageType
  readonly width: number
  readonly height: number
  readonly colorType: ColorType | 'other'
  readonly bitDepth: number
  readonly colorSpace?: string
}
