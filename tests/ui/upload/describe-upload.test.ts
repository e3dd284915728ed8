import { expect, test } from 'vitest'
import { formatBytes } from '../../../src/ui/format-bytes.ts'
import { describeFileProblem, describeUploadProgress } from '../../../src/ui/upload/describe-upload.ts'
import { createTranslateFor } from '../../support/translate.ts'

const MB = 1024 * 1024
const [en, de] = [createTranslateFor('en'), createTranslateFor('de')]

test('formats sizes in the largest unit that fits, with 1 MB as 1024 × 1024 bytes', () => {
  expect([0, 1023, 1024, 50 * MB, 38.64 * MB].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
    '0 B',
    '1,023 B',
    '1 KB',
    '50 MB',
    '38.6 MB',
  ])
  expect(formatBytes(38.64 * MB, 'de')).toBe('38,6 MB')
})

test('states exact bytes for a file size just over the limit', () => {
  const over = (size: number) => ({ word: 'upload.tooLarge' as const, sizes: { size, max: 50 * MB } })
  expect(describeFileProblem(over(50 * MB + 1), en, 'en')).toBe(
    '52,428,801 B is too large. The limit is 50 MB (52,428,800 B).',
  )
  expect(describeFileProblem(over(60 * MB), en, 'en')).toBe('60 MB is too large. The limit is 50 MB.')
})

test('explains a wrong image and the remedy in one sentence, in English and German', () => {
  const colour = {
    word: 'fileInput.wrongColorType',
    keys: { found: 'image.colors.grayscale-alpha', wanted: ['image.colors.rgb', 'image.colors.rgba'] },
  } as const
  const bits = { word: 'fileInput.wrongBitDepth', params: { found: 16, wanted: 8 } } as const
  const space = { word: 'fileInput.wrongColorSpace', params: { found: 'Display P3', wanted: 'sRGB' } } as const
  expect([colour, bits, space].map((fault) => describeFileProblem(fault, en, 'en'))).toEqual([
    'Export this image as RGB or RGBA instead of greyscale with alpha.',
    'Export this image with 8 bits per channel instead of 16.',
    'Convert the colour profile of this image from “Display P3” to “sRGB”.',
  ])
  expect([colour, bits, space].map((fault) => describeFileProblem(fault, de, 'de'))).toEqual([
    'Exportiere dieses Bild als RGB oder RGBA, nicht als Graustufen mit Alpha.',
    'Exportiere dieses Bild mit 8 statt 16 Bit pro Kanal.',
    'Wandle das Farbprofil dieses Bilds von „Display P3“ in „sRGB“ um.',
  ])
})

test('shows bytes, speed and remaining time, or only bytes without speed samples', () => {
  const samples = [
    { at: 0, sentBytes: 0 },
    { at: 1000, sentBytes: 10 * MB },
  ]
  const running = { sentBytes: 10 * MB, totalBytes: 40 * MB, samples }
  expect(describeUploadProgress(running, en, 'en')).toEqual(['10 of 40 MB', '10 MB/s', 'about 3 s left'])
  expect(describeUploadProgress({ ...running, samples: [] }, de, 'de')).toEqual(['10 von 40 MB'])
  expect(describeUploadProgress({ ...running, totalBytes: 1210 * MB }, en, 'en').at(-1)).toBe('about 2 min left')
})
