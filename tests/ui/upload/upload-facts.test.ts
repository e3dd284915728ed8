import { expect, test } from 'vitest'
import { formatBytes } from '../../../src/ui/bytes.ts'
import { progressFacts, sayFault } from '../../../src/ui/upload/upload-facts.ts'
import { translateIn } from '../../support/translate.ts'

const MB = 1024 * 1024
const [en, de] = [translateIn('en'), translateIn('de')]

test('sizes stand in the largest unit that fits, 1 MB being 1024 × 1024 bytes', () => {
  expect([0, 1023, 1024, 50 * MB, 38.64 * MB].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
    '0 B',
    '1,023 B',
    '1 KB',
    '50 MB',
    '38.6 MB',
  ])
  expect(formatBytes(38.64 * MB, 'de')).toBe('38,6 MB')
})

test('a size one byte over the limit is told to the byte, a plain one is not', () => {
  const over = (size: number) => ({ word: 'upload.tooLarge', sizes: { size, max: 50 * MB } })
  expect(sayFault(over(50 * MB + 1), en, 'en')).toBe('52,428,801 B is too large. The limit is 50 MB (52,428,800 B).')
  expect(sayFault(over(60 * MB), en, 'en')).toBe('60 MB is too large. The limit is 50 MB.')
})

test('an image that is wrong is told by what it is and what to do, in one sentence, in both languages', () => {
  const colour = {
    word: 'fileInput.wrongColorType',
    keys: { found: 'image.colors.grayscale-alpha', wanted: ['image.colors.rgb', 'image.colors.rgba'] },
  }
  const bits = { word: 'fileInput.wrongBitDepth', params: { found: 16, wanted: 8 } }
  const space = { word: 'fileInput.wrongColorSpace', params: { found: 'Display P3', wanted: 'sRGB' } }
  expect([colour, bits, space].map((fault) => sayFault(fault, en, 'en'))).toEqual([
    'Export this image as RGB or RGBA instead of greyscale with alpha.',
    'Export this image with 8 bits per channel instead of 16.',
    'Convert the colour profile of this image from “Display P3” to “sRGB”.',
  ])
  expect([colour, bits, space].map((fault) => sayFault(fault, de, 'de'))).toEqual([
    'Exportiere dieses Bild als RGB oder RGBA, nicht als Graustufen mit Alpha.',
    'Exportiere dieses Bild mit 8 statt 16 Bit pro Kanal.',
    'Wandle das Farbprofil dieses Bilds von „Display P3“ in „sRGB“ um.',
  ])
})

test('progress is told as bytes, speed and time left, and as bytes alone while the speed is unknown', () => {
  const samples = [
    { at: 0, sentBytes: 0 },
    { at: 1000, sentBytes: 10 * MB },
  ]
  const running = { sentBytes: 10 * MB, totalBytes: 40 * MB, samples }
  expect(progressFacts(running, en, 'en')).toEqual(['10 of 40 MB', '10 MB/s', 'about 3 s left'])
  expect(progressFacts({ ...running, samples: [] }, de, 'de')).toEqual(['10 von 40 MB'])
  expect(progressFacts({ ...running, totalBytes: 1210 * MB }, en, 'en').at(-1)).toBe('about 2 min left')
})
