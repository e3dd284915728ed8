import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ColorType, type ImageRequirements, UPLOAD_KINDS, type UploadKind } from '../../src/api/contract/files.ts'
import { readImageHeader } from '../../src/files/image-header.ts'
import { checkImage, getImageRequirements, toFileSource, validateFile } from '../../src/files/validate-file.ts'
import { buildGlbOfSize, buildTinyGlb } from '../support/glb.ts'
import { buildIccProfile, buildJpeg, buildPng, buildPngChunk, buildPsd, buildWebp } from '../support/images.ts'
import { findSharedFolder } from '../support/shared-folder.ts'

const COLOURS: readonly ColorType[] = ['grayscale', 'rgb', 'palette', 'grayscale-alpha', 'rgba']
const faultOf = async (bytes: Uint8Array, kind: UploadKind, name: string, requirements?: ImageRequirements) =>
  (await validateFile(toFileSource(new File([new Uint8Array(bytes)], name)), kind, requirements)).fault
const sourceOf = (bytes: Uint8Array, name = 'it', size = bytes.length) => ({
  name,
  size,
  read: async (at: number, length: number) => bytes.subarray(at, at + length),
})

describe('the rules for an image', () => {
  const picture = buildPng({ width: 640, height: 480, colour: 2, depth: 8, profile: 'sRGB' })
  const right = {
    maxImageDimensions: { width: 640, height: 480 },
    colorType: 'rgb',
    bitDepth: 8,
    colorSpace: 'sRGB',
  } as const
  const wrong = {
    maxImageDimensions: { width: 639, height: 480 },
    colorType: 'palette',
    bitDepth: 16,
    colorSpace: 'Display P3',
  } as const

  test('accept an image that meets all rules', async () => {
    expect(await faultOf(picture, 'icon', 'boot.png', right)).toBe(null)
  })

  test('report the first fault in the order of the specification', async () => {
    const order = ['maxImageDimensions', 'colorType', 'bitDepth', 'colorSpace'] as const
    const faults: unknown[] = []
    for (let i = 0; i < order.length; i++) {
      const requirements = { ...wrong, ...Object.fromEntries(order.slice(0, i).map((rule) => [rule, right[rule]])) }
      faults.push(await faultOf(picture, 'icon', 'boot.png', requirements))
    }
    expect(faults).toEqual([
      {
        word: 'fileInput.imageSizeTooLarge',
        params: { width: 640, height: 480, maxWidth: 639, maxHeight: 480 },
      },
      {
        word: 'fileInput.wrongColorType',
        keys: { found: 'image.colors.rgb', wanted: ['image.colors.palette'] },
      },
      { word: 'fileInput.wrongBitDepth', params: { found: 8, wanted: 16 } },
      { word: 'fileInput.wrongColorSpace', params: { found: 'sRGB', wanted: 'Display P3' } },
    ])
  })

  test.each([
    [640, 480, null],
    [641, 480, null],
    [640, 481, null],
    [639, 480, 'fileInput.imageSizeTooLarge'],
    [640, 479, 'fileInput.imageSizeTooLarge'],
  ])(
    'accept an image of 640 by 480 pixels only if it fits the maximum size, here %i by %i',
    async (width, height, messageKey) => {
      const fault = await faultOf(picture, 'icon', 'boot.png', { maxImageDimensions: { width, height } })
      expect(fault?.word ?? null).toBe(messageKey)
    },
  )

  test('accept a missing colour profile, and refuse CMYK for every required colour type', async () => {
    expect(await faultOf(buildPng(), 'icon', 'a.png', { colorSpace: 'sRGB' })).toBe(null)
    const cmyk = buildJpeg({ components: 4, profile: buildIccProfile('SWOP') })
    const messageKeys = await Promise.all(
      COLOURS.map(async (colorType) => (await faultOf(cmyk, 'icon', 'a.jpg', { colorType }))?.word),
    )
    expect(messageKeys).toEqual(COLOURS.map(() => 'fileInput.wrongColorType'))
  })

  test('accept any of several colour types, and name all of them in the error', async () => {
    const requirements = { colorType: ['rgb', 'rgba'] } as const
    expect(await faultOf(buildPng({ colour: 2 }), 'icon', 'a.png', requirements)).toBe(null)
    expect(await faultOf(buildPng({ colour: 6 }), 'icon', 'a.png', requirements)).toBe(null)
    expect(await faultOf(buildPng({ colour: 4 }), 'icon', 'a.png', requirements)).toEqual({
      word: 'fileInput.wrongColorType',
      keys: { found: 'image.colors.grayscale-alpha', wanted: ['image.colors.rgb', 'image.colors.rgba'] },
    })
  })

  test.each([
    'sRGB',
    'sRGB2014',
    'sRGB_D65_MAT',
    'sRGB IEC61966-2.1',
    'sRGB IEC61966-2-1 black scaled',
    'sRGB built-in',
    'GIMP built-in sRGB',
    'Artifex Software sRGB ICC Profile',
    'sRGB-elle-V2-srgbtrc.icc',
    'c2',
    'uRGB',
    'nRGB',
  ])('accept %s as a name of sRGB', async (profileDescription) => {
    expect(
      await faultOf(buildPng({ profile: 'ICC profile', profileDescription }), 'icon', 'a.png', {
        colorSpace: 'sRGB',
      }),
    ).toBe(null)
  })

  test.each([
    'Linear sRGB',
    'GIMP built-in Linear sRGB',
    'sRGB-elle-V2-g10.icc',
    'scRGB',
    'sRGBish',
    'Display P3',
    'Adobe RGB (1998)',
    'Gray Gamma 2.2',
  ])('do not accept %s as sRGB', async (profileDescription) => {
    // The name in the PNG chunk is ignored if the profile itself has a name.
    const profile = 'sRGB'
    expect(await faultOf(buildPng({ profile, profileDescription }), 'icon', 'a.png', { colorSpace: 'sRGB' })).toEqual({
      word: 'fileInput.wrongColorSpace',
      params: { found: profileDescription, wanted: 'sRGB' },
    })
  })

  test('require 8-bit RGB or RGBA in sRGB for textures, sRGB for icons, and nothing for PSD sources', async () => {
    const listFaults = async (kind: UploadKind, ...files: Uint8Array[]) =>
      Promise.all(
        files.map(async (bytes) => (await faultOf(bytes, kind, 'a.png'))?.word.replace('fileInput.wrong', '')),
      )
    const wide = { profile: 'icm', profileDescription: 'Display P3' }
    const files = [
      buildPng({ colour: 2 }),
      buildPng({ colour: 6, profile: 'icm', profileDescription: 'sRGB IEC61966-2.1' }),
      buildJpeg(),
      buildWebp.lossy(5, 5),
      buildPng({ colour: 0 }),
      buildPng({ colour: 3 }),
      buildPng({ colour: 4 }),
      buildJpeg({ components: 1 }),
      buildJpeg({ components: 4 }),
      buildPng({ depth: 16 }),
      buildJpeg({ depth: 12 }),
      buildPng(wide),
      buildJpeg({ profile: buildIccProfile('Display P3') }),
      // These files have several faults. Only the first fault is reported.
      buildPng({ colour: 4, depth: 16, ...wide }),
      buildPng({ depth: 16, ...wide }),
    ]
    const [ok, colour, bits, space] = [undefined, 'ColorType', 'BitDepth', 'ColorSpace']
    expect(await listFaults('texture', ...files)).toEqual([
      ...[ok, ok, ok, ok],
      ...[colour, colour, colour, colour, colour],
      ...[bits, bits, space, space],
      ...[colour, bits],
    ])
    expect(await listFaults('icon', ...files)).toEqual([
      ...[ok, ok, ok, ok],
      ...[ok, ok, ok, ok, ok],
      ...[ok, ok, space, space],
      ...[space, space],
    ])
    expect(await listFaults('psd', buildPsd({ channels: 4, mode: 4, profile: buildIccProfile('SWOP') }))).toEqual([ok])
  })

  test('limit the width of every kind of image, but not of models', async () => {
    const wide = (kind: UploadKind) => (getImageRequirements(kind).maxImageDimensions?.width ?? 0) + 1
    expect(await faultOf(buildPng({ width: wide('texture') - 1 }), 'texture', 'a.png')).toBe(null)
    expect((await faultOf(buildPng({ width: wide('texture') }), 'texture', 'a.png'))?.word).toBe(
      'fileInput.imageSizeTooLarge',
    )
    expect((await faultOf(buildPng({ width: wide('icon') }), 'icon', 'a.png'))?.word).toBe(
      'fileInput.imageSizeTooLarge',
    )
    expect((await faultOf(buildPsd({ width: 30_001 }), 'psd', 'a.psd'))?.word).toBe('upload.imageBroken')
    expect(getImageRequirements('glb')).toEqual({})
  })
})

describe('a complete check', () => {
  test('reports an empty file as empty, and a text named .glb as no model', async () => {
    expect(await faultOf(new Uint8Array(), 'glb', 'boot.glb')).toEqual({ word: 'upload.empty' })
    expect(await faultOf(Buffer.from('hello'), 'glb', 'boot.glb')).toEqual({
      word: 'upload.notGlb',
      params: { name: 'boot.glb' },
    })
  })

  test('reports a model truncated in its header as too small', async () => {
    expect(await faultOf(buildTinyGlb().slice(0, 30), 'glb', 'boot.glb')).toEqual({
      word: 'upload.tooSmall',
      sizes: { size: 30 },
    })
  })

  test('returns an image’s header facts and a model’s content', async () => {
    expect(await validateFile(toFileSource(new File([new Uint8Array(buildPng())], 'a.png')), 'texture')).toEqual({
      fault: null,
      image: { type: 'image/png', width: 1, height: 1, colorType: 'rgba', bitDepth: 8 },
    })
    expect(await validateFile(toFileSource(new File([buildTinyGlb()], 'a.glb')), 'glb')).toMatchObject({
      fault: null,
      model: { triangles: 1, vertices: 3, bytes: buildTinyGlb().length },
      notes: [],
    })
  })

  test('distinguishes a truncated image from a broken one', async () => {
    expect(await faultOf(buildPng().subarray(0, 33), 'icon', 'a.png')).toEqual({ word: 'upload.imageCutOff' })
    expect(await faultOf(buildPng({ width: 0 }), 'icon', 'a.png')).toEqual({ word: 'upload.imageBroken' })
  })

  /** Valid files of each kind with an exact length. */
  const padded: Record<UploadKind, (bytes: number) => Uint8Array> = {
    glb: (bytes) => buildGlbOfSize(bytes),
    texture: (bytes) => buildPng({ before: [buildPngChunk('tEXt', Buffer.alloc(bytes - buildPng().length - 12))] }),
    icon: (bytes) => buildPng({ before: [buildPngChunk('tEXt', Buffer.alloc(bytes - buildPng().length - 12))] }),
    psd: (bytes) => Buffer.concat([buildPsd(), Buffer.alloc(bytes - buildPsd().length)]),
  }
  test.each(Object.keys(UPLOAD_KINDS) as UploadKind[])(
    'accepts a %s of exactly the maximum size, and refuses one byte more',
    async (kind) => {
      const max = UPLOAD_KINDS[kind].maxBytes
      const faults: unknown[] = []
      for (const bytes of [max - 1, max, max + 1]) {
        const file = padded[kind](bytes)
        expect(file.length).toBe(bytes)
        faults.push((await validateFile(sourceOf(file, `it.${kind}`), kind)).fault)
      }
      expect(faults).toEqual([null, null, { word: 'upload.tooLarge', sizes: { size: max + 1, max } }])
    },
  )
})

describe('the content decides, never the name', () => {
  const samples: [type: string, kinds: UploadKind[], bytes: Uint8Array][] = [
    ['glb', ['glb'], buildTinyGlb()],
    ['png', ['texture', 'icon'], buildPng()],
    ['jpg', ['texture', 'icon'], buildJpeg()],
    ['webp', ['texture', 'icon'], buildWebp.lossy(5, 5)],
    ['psd', ['psd'], buildPsd()],
    ['txt', [], Buffer.from('only words, though more than sixteen bytes of them')],
    ['html', [], Buffer.from('<html><script>alert(1)</script></html>')],
    ['svg', [], Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['zip', [], Buffer.from('PK\x03\x04 and something that is packed', 'latin1')],
  ]
  const endings = ['glb', 'png', 'jpg', 'jpeg', 'webp', 'psd', 'gif', 'exe', 'GLB', '']

  test.each(samples)('a %s is accepted as %j under every name, and as no other kind', async (_, kinds, bytes) => {
    const accepted = new Set<string>()
    for (const ending of endings) {
      for (const kind of Object.keys(UPLOAD_KINDS) as UploadKind[])
        if (!(await faultOf(bytes, kind, `it.${ending}`))) accepted.add(`${kind} ${ending}`)
    }
    expect([...accepted].sort()).toEqual(kinds.flatMap((kind) => endings.map((ending) => `${kind} ${ending}`)).sort())
  })
})

const images = findSharedFolder('data/images')

describe.skipIf(!images)('third-party images', () => {
  const files = images
    ? ['pngsuite', 'icc', 'webp', 'psd', 'large', 'malformed/imagetestsuite'].flatMap((folder) => filesIn(folder))
    : []

  test.each(files)(
    'meet requirements equal to their header, and fail requirements that differ from it: %s',
    async (file) => {
      const bytes = readFileSync(join(images ?? '', file))
      const read = await readImageHeader(sourceOf(bytes).read, bytes.length)
      if (!('header' in read)) return
      const { header } = read
      const { width, height, colorType, bitDepth, colorSpace } = header
      const match: ImageRequirements = {
        maxImageDimensions: { width, height },
        ...(colorType === 'other' ? {} : { colorType }),
        bitDepth,
        ...(colorSpace === undefined ? {} : { colorSpace }),
      }
      const others = COLOURS.filter((other) => other !== colorType)
      const wordOf = (requirements: ImageRequirements) => checkImage(header, requirements)?.word
      expect(wordOf(match)).toBe(undefined)
      expect(wordOf({ ...match, maxImageDimensions: { width: width - 1, height } })).toBe('fileInput.imageSizeTooLarge')
      expect(wordOf({ ...match, maxImageDimensions: { width, height: height - 1 } })).toBe(
        'fileInput.imageSizeTooLarge',
      )
      expect(others.map((other) => wordOf({ ...match, colorType: other }))).toEqual(
        others.map(() => 'fileInput.wrongColorType'),
      )
      expect(wordOf({ ...match, bitDepth: bitDepth + 1 })).toBe('fileInput.wrongBitDepth')
      expect(wordOf({ ...match, colorSpace: `${colorSpace} 2` })).toBe(colorSpace && 'fileInput.wrongColorSpace')
    },
  )

  test('that are decompression bombs are refused because of their size before they are decoded', async () => {
    for (const file of ['large/65536x65536.png', 'large/20000x14000.jpg']) {
      const bytes = readFileSync(join(images ?? '', file))
      expect((await faultOf(bytes, 'texture', basename(file)))?.word).toBe('fileInput.imageSizeTooLarge')
    }
  })

  function filesIn(folder: string): string[] {
    const names = readdirSync(join(images ?? '', folder)).filter((name) => /\.(png|jpg|webp|psd)$/.test(name))
    return names.map((name) => `${folder}/${name}`)
  }
})
