import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readImageHeader } from '../../src/files/image-header.ts'
import {
  buildAvif,
  buildGif,
  buildIccProfile,
  buildJpeg,
  buildJpegSegment,
  buildPng,
  buildPngChunk,
  buildPsd,
  buildWebp,
} from '../support/images.ts'
import { findSharedFolder } from '../support/shared-folder.ts'

/** Returns the header's values or the reason for a refusal, and expects that less than 64 KB are read. */
async function judged(bytes: Uint8Array, size = bytes.length) {
  let bytesRead = 0
  const read = async (at: number, length: number) => {
    bytesRead += Math.min(length, Math.max(0, bytes.length - at))
    return bytes.subarray(at, at + length)
  }
  const result = await readImageHeader(read, size)
  expect(bytesRead).toBeLessThan(64 * 1024)
  return 'header' in result ? Object.values(result.header) : result.reason
}

describe('a valid header', () => {
  const p3 = buildIccProfile('Display P3')
  test.each<[string, Uint8Array, unknown[]]>([
    ['PNG, grey of 1 bit', buildPng({ colour: 0, depth: 1, width: 7, height: 9 }), ['image/png', 7, 9, 'grayscale', 1]],
    ['PNG, RGB of 16 bits', buildPng({ colour: 2, depth: 16 }), ['image/png', 1, 1, 'rgb', 16]],
    ['PNG, palette of 4 bits', buildPng({ colour: 3, depth: 4 }), ['image/png', 1, 1, 'palette', 4]],
    ['PNG, grey with alpha', buildPng({ colour: 4 }), ['image/png', 1, 1, 'grayscale-alpha', 8]],
    [
      'PNG with a profile',
      buildPng({ profile: 'sRGB IEC61966-2.1' }),
      ['image/png', 1, 1, 'rgba', 8, 'sRGB IEC61966-2.1'],
    ],
    [
      'PNG with a profile whose name differs from its chunk’s',
      buildPng({ profile: 'icm', profileDescription: 'Display P3' }),
      ['image/png', 1, 1, 'rgba', 8, 'Display P3'],
    ],
    ['PNG with a nameless profile', buildPng({ profile: '' }), ['image/png', 1, 1, 'rgba', 8]],
    [
      'PNG with a profile after 300 kB of text',
      buildPng({ before: [buildPngChunk('tEXt', Buffer.alloc(300_000))], profile: 'icm' }),
      ['image/png', 1, 1, 'rgba', 8, 'icm'],
    ],
    ['JPEG, RGB', buildJpeg({ width: 640, height: 480 }), ['image/jpeg', 640, 480, 'rgb', 8]],
    ['JPEG, grey, progressive', buildJpeg({ components: 1, frame: 0xffc2 }), ['image/jpeg', 1, 1, 'grayscale', 8]],
    [
      'JPEG, CMYK of 12 bits',
      buildJpeg({ components: 4, depth: 12, frame: 0xffc1 }),
      ['image/jpeg', 1, 1, 'other', 12],
    ],
    ['JPEG with a profile', buildJpeg({ profile: p3 }), ['image/jpeg', 1, 1, 'rgb', 8, 'Display P3']],
    [
      'JPEG with a profile in pieces out of order',
      buildJpeg({ profile: buildIccProfile('Wide', { padding: 5000 }), chunkBytes: 900 }),
      ['image/jpeg', 1, 1, 'rgb', 8, 'Wide'],
    ],
    [
      'JPEG with megabytes before its frame',
      buildJpeg({ before: Array.from({ length: 60 }, () => buildJpegSegment(0xffe1, Buffer.alloc(65_000))) }),
      ['image/jpeg', 1, 1, 'rgb', 8],
    ],
    [
      'JPEG with fill bytes',
      buildJpeg({ before: [Buffer.alloc(500, 0xff), buildJpegSegment(0xffe0, Buffer.alloc(14)).subarray(1)] }),
      ['image/jpeg', 1, 1, 'rgb', 8],
    ],
    ['WebP, lossy', buildWebp.lossy(123, 456), ['image/webp', 123, 456, 'rgb', 8]],
    ['WebP, lossless', buildWebp.lossless(16384, 3, false), ['image/webp', 16384, 3, 'rgb', 8]],
    ['WebP, lossless with alpha', buildWebp.lossless(1, 16384, true), ['image/webp', 1, 16384, 'rgba', 8]],
    ['WebP, extended', buildWebp.extended(16_777_216, 2), ['image/webp', 16_777_216, 2, 'rgb', 8]],
    [
      'WebP, extended with alpha and profile',
      buildWebp.extended(5, 6, { hasAlpha: true, profile: buildIccProfile('Apple RGB', { version: 2 }) }),
      ['image/webp', 5, 6, 'rgba', 8, 'Apple RGB'],
    ],
    ['GIF', buildGif(300, 200, 4), ['image/gif', 300, 200, 'palette', 4]],
    ['GIF without a colour table', buildGif(300, 200, 0), ['image/gif', 300, 200, 'palette', 8]],
    ['AVIF', buildAvif({ width: 17_000, height: 17_000, bits: 10 }), ['image/avif', 17_000, 17_000, 'rgb', 10]],
    ['AVIF, grey', buildAvif({ channels: 1 }), ['image/avif', 1, 1, 'grayscale', 8]],
    [
      'AVIF with alpha and profile',
      buildAvif({ hasAlpha: true, bits: 12, profile: p3 }),
      ['image/avif', 1, 1, 'rgba', 12, 'Display P3'],
    ],
    ['PSD', buildPsd({ width: 30_000, height: 2 }), ['image/vnd.adobe.photoshop', 30_000, 2, 'rgb', 8]],
    ['PSD, RGB with alpha', buildPsd({ channels: 4, depth: 16 }), ['image/vnd.adobe.photoshop', 1, 1, 'rgba', 16]],
    ['PSD, bitmap', buildPsd({ channels: 1, depth: 1, mode: 0 }), ['image/vnd.adobe.photoshop', 1, 1, 'grayscale', 1]],
    [
      'PSD, CMYK with a profile',
      buildPsd({ channels: 4, mode: 4, profile: buildIccProfile('Coated FOGRA39 ', { version: 2 }) }),
      ['image/vnd.adobe.photoshop', 1, 1, 'other', 8, 'Coated FOGRA39'],
    ],
  ])('is read with size, colour type, bit depth and profile: %s', async (_, bytes, header) => {
    expect(await judged(bytes)).toEqual(header)
  })
})

describe('an invalid header', () => {
  const withBytesAt = (bytes: Buffer, at: number, ...values: number[]) => {
    const copy = Buffer.from(bytes)
    copy.set(values, at)
    return copy
  }
  test.each<[string, Uint8Array, string]>([
    ['an empty file', new Uint8Array(), 'unknown'],
    ['a text', Buffer.from('hello, this is no image at all'), 'unknown'],
    ['a PNG with converted line ends', withBytesAt(buildPng(), 4, 0x0a), 'unknown'],
    ['a PNG with a wrong checksum', withBytesAt(buildPng(), 29, 1, 2, 3, 4), 'broken'],
    ['a PNG with a width of 0', buildPng({ width: 0 }), 'broken'],
    ['a PNG of colour type 5', buildPng({ colour: 5 }), 'broken'],
    ['a PNG with a bit depth of 3', buildPng({ colour: 2, depth: 3 }), 'broken'],
    ['a PNG with a palette and a bit depth of 16', buildPng({ colour: 3, depth: 16 }), 'broken'],
    ['a PNG that does not begin with IHDR', withBytesAt(buildPng(), 12, ...Buffer.from('CgBI')), 'broken'],
    ['a PNG without image data', Buffer.concat([buildPng().subarray(0, 33), buildPngChunk('IEND')]), 'broken'],
    ['a PNG truncated in its header', buildPng().subarray(0, 30), 'truncated'],
    ['a PNG truncated before its image data', buildPng().subarray(0, 33), 'truncated'],
    ['a PNG of ten thousand chunks', buildPng({ before: Array(10_000).fill(buildPngChunk('tEXt')) }), 'tooDeep'],
    ['a JPEG of only fill bytes', Buffer.concat([buildJpeg().subarray(0, 2), Buffer.alloc(99_999, 0xff)]), 'tooDeep'],
    ['a JPEG that ends without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0]), 'broken'],
    ['a JPEG with a segment length of 0', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0]), 'broken'],
    ['a JPEG with two colour components', buildJpeg({ components: 2 }), 'broken'],
    ['a JPEG truncated in its frame', buildJpeg().subarray(0, 12), 'truncated'],
    ['a truncated WebP', buildWebp.lossy(5, 5).subarray(0, 25), 'truncated'],
    ['a WebP with an unknown chunk', withBytesAt(buildWebp.lossy(5, 5), 12, ...Buffer.from('EVIL')), 'broken'],
    ['a GIF with a height of 0', buildGif(4, 0), 'broken'],
    ['an AVIF with a box smaller than its own header', withBytesAt(buildAvif(), 36, 0, 0, 0, 4), 'broken'],
    ['an AVIF truncated before its properties', buildAvif().subarray(0, 60), 'truncated'],
    ['a PSD with 60 channels', buildPsd({ channels: 60 }), 'broken'],
    ['a PSD wider than 30,000 pixels', buildPsd({ width: 30_001 }), 'broken'],
  ])('is reported with the kind of its fault: %s', async (_, bytes, reason) => {
    expect(await judged(bytes)).toBe(reason)
  })

  test('is reported as truncated if the file is shorter than its stated size', async () => {
    expect(await judged(buildPng().subarray(0, 40), 4000)).toBe('truncated')
  })

  test('is distinguished from a failed read, whose error is rethrown', async () => {
    await expect(readImageHeader(() => Promise.reject(new Error('gone')), 100)).rejects.toThrow('gone')
  })
})

const images = findSharedFolder('data/images')
const NUMBERS: Record<string, string> = {
  '0 grey': 'grayscale',
  '2 RGB': 'rgb',
  '3 palette': 'palette',
  '4 grey+alpha': 'grayscale-alpha',
  '6 RGB+alpha': 'rgba',
}
/** Valid headers with a wrong checksum, which libvips accepts. */
const STRICTER = ['xhdn0g08.png']

describe.skipIf(!images)('the PngSuite', () => {
  const folder = join(images ?? '', 'pngsuite')
  const rows = images ? facts(join(folder, 'FACTS.tsv')) : []

  test('has all its 177 files', () => {
    expect(rows.length).toBe(177)
  })

  test.each(rows.map((row) => [row.file!, row] as const))(
    'has files that are read with their documented facts, or refused if libvips refuses them: %s',
    async (file, row) => {
      const refused = row.libvips!.startsWith('refuses') || STRICTER.includes(file)
      const header = await judged(readFileSync(join(folder, file)))
      if (refused) return expect(header).toMatch(/^(unknown|broken)$/)
      const name = row['profile name'] ? [row['profile name']] : []
      const size = [Number(row.width), Number(row.height)]
      expect(header).toEqual(['image/png', ...size, NUMBERS[row['colour type']!], Number(row['bit depth']), ...name])
    },
  )
})

describe.skipIf(!images)('third-party images', () => {
  test.each<[string, unknown]>([
    ['icc/p3.png', ['image/png', 8, 8, 'rgba', 8, 'Display P3']],
    ['icc/16-bit-grey-alpha.png', ['image/png', 109, 96, 'grayscale-alpha', 16, 'Greyscale D50']],
    ['icc/gray-gamma.jpg', ['image/jpeg', 400, 267, 'grayscale', 8, 'Gray Gamma 2.2']],
    ['icc/srgb-landscape.jpg', ['image/jpeg', 480, 369, 'rgb', 8, 'sRGB']],
    ['icc/cmyk-swop.jpg', ['image/jpeg', 500, 333, 'other', 8, 'U.S. Web Coated (SWOP) v2']],
    ['icc/a98.jpg', ['image/jpeg', 290, 442, 'rgb', 8, 'Artifex Software A98 ICC Profile']],
    ['icc/apple-rgb.webp', ['image/webp', 123, 456, 'rgb', 8, 'Apple RGB']],
    ['icc/foo-profile.png', ['image/png', 32, 32, 'palette', 8, 'Linear sRGB']],
    ['icc/photoshop-name.png', ['image/png', 40, 30, 'rgba', 8, 'sRGB IEC61966-2.1']],
    ['icc/icc-profile-name.png', ['image/png', 40, 30, 'rgb', 8, 'sRGB IEC61966-2.1']],
    ['large/65536x65536.png', ['image/png', 65_536, 65_536, 'palette', 1]],
    ['large/20000x14000.jpg', ['image/jpeg', 20_000, 14_000, 'grayscale', 8]],
    ['large/4800x3600.jpg', ['image/jpeg', 4800, 3600, 'rgb', 8]],
    ['orientation/6.jpg', ['image/jpeg', 308, 231, 'rgb', 8, 'sRGB IEC61966-2-1 black scaled']],
    ['webp/lossless.webp', ['image/webp', 123, 456, 'rgb', 8]],
    ['webp/lossy.webp', ['image/webp', 123, 456, 'rgb', 8]],
    ['other/tiny.avif', ['image/avif', 12, 2, 'rgb', 8]],
    ['other/no-meta.heic', 'unknown'],
    ['other/tiny.jxl', 'unknown'],
    ['psd/sample.psd', ['image/vnd.adobe.photoshop', 123, 456, 'rgb', 8]],
    ['psd/16bits.psd', ['image/vnd.adobe.photoshop', 500, 500, 'rgb', 16, 'sRGB IEC61966-2.1']],
    ['psd/bitmap-rle.psd', ['image/vnd.adobe.photoshop', 300, 200, 'grayscale', 1]],
    ['psd/indexed.psd', ['image/vnd.adobe.photoshop', 32, 32, 'palette', 8, 'sRGB IEC61966-2.1']],
    ['order/ihdr-not-first.png', 'broken'],
    ['order/iphone_basi0g01.png', 'broken'],
    ['mismatch/json.webp', 'unknown'],
    ['mismatch/sample_fried.png', 'broken'],
  ])('are read with the known facts or fault: %s', async (file, expected) => {
    expect(await judged(readFileSync(join(images ?? '', file)))).toEqual(expected)
  })

  const profiles = images ? readdirSync(join(images, 'icc/profiles')).filter((name) => name.endsWith('.icc')) : []
  test.each(profiles)('return the same profile name in every format for the ICC profile %s', async (file) => {
    const profile = readFileSync(join(images ?? '', 'icc/profiles', file))
    const names = await Promise.all(
      [
        buildJpeg({ profile }),
        buildJpeg({ profile, chunkBytes: 100 }),
        buildWebp.extended(1, 1, { profile }),
        buildAvif({ profile }),
        buildPsd({ profile }),
      ].map(async (bytes) => (await judged(bytes)).at(5)),
    )
    expect([...new Set(names)]).toEqual([expect.stringMatching(/^[\x21-\x7e]{3,8}$/)])
  })
})

function facts(file: string): Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const names = head.split('\t')
  return rows.map((row) => Object.fromEntries(row.split('\t').map((cell, i) => [names[i] ?? '', cell])))
}
