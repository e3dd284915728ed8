import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { DataTexture, DataUtils, FloatType, RGBAFormat } from 'three'
import { describe, expect, test } from 'vitest'
import { isLightFile, readLightFile } from '../../src/ui/viewer/light/light-file.ts'
import { removeEval } from '../../viewer/basis-without-eval.ts'
import { encodeLightFile } from '../../viewer/encode-light-file.ts'
import { decodeModuleBytes } from '../../viewer/panoramas.ts'
import { toStandaloneStyle } from '../../viewer/style.ts'

describe('the KTX2 transcoder', () => {
  const original = readFileSync('node_modules/three/examples/jsm/libs/basis/basis_transcoder.js', 'utf8')

  test('creates no function from text after the patch, and is still a valid script', () => {
    expect(original).toContain('newFunc(Function')
    const withoutEval = removeEval(original)
    expect(withoutEval).not.toContain('newFunc(Function')
    expect(() => new Function(withoutEval)).not.toThrow()
  })

  test('fails the build if its code has changed', () => {
    expect(() => removeEval('var a = 1')).toThrow('The transcoder no longer contains')
  })
})

describe('a prefiltered light file', () => {
  const grey = () => {
    const panorama = new DataTexture(new Float32Array(128 * 64 * 4).fill(0.25), 128, 64, RGBAFormat, FloatType)
    return encodeLightFile(panorama)
  }
  const read = (file: Uint8Array) => readLightFile(Uint8Array.from(gzipSync(file)).buffer)

  test('of a grey panorama has its colour on every face of every level, and is opaque', async () => {
    const { texture, luminance } = await read(grey())
    const faces = texture.image as unknown as { mipmaps: { data: Uint16Array; width: number }[] }[]
    expect(luminance).toBeCloseTo(0.25)
    expect(faces).toHaveLength(6)
    expect(faces[0]?.mipmaps.map(({ width }) => width)).toEqual([32, 16, 8])
    const values = faces.flatMap(({ mipmaps }) => mipmaps.flatMap(({ data }) => [...data]))
    expect(new Set(values.map((value, index) => [index % 4 === 3, DataUtils.fromHalfFloat(value)].join()))).toEqual(
      new Set(['false,0.25', 'true,1']),
    )
  })

  test.each([
    ['a file of another format', (file: Uint8Array) => file.fill(0, 0, 4)],
    ['truncated', (file: Uint8Array) => file.subarray(0, file.length - 1)],
    ['longer than its header declares', (file: Uint8Array) => Buffer.concat([file, file])],
    ['declared with more levels than its size allows', (file: Uint8Array) => file.fill(7, 6, 7)],
    // JavaScript shifts by 32 and more use only the lowest five bits.
    ['declared with over 32 levels', (file: Uint8Array) => file.fill(35, 6, 7)],
    ['without levels', (file: Uint8Array) => file.fill(0, 6, 7)],
    ['of a face size that is not a power of two', (file: Uint8Array) => file.fill(33, 4, 5)],
    ['infinitely bright', (file: Uint8Array) => file.fill(0x80, 10, 11).fill(0x7f, 11, 12)],
    ['only a header', (file: Uint8Array) => file.subarray(0, 11)],
  ])('is rejected if it is %s', async (_, corrupt) => {
    await expect(read(corrupt(grey()))).rejects.toMatchObject({ reason: 'unreadable' })
  })

  test('is rejected if its content would exhaust the memory', async () => {
    await expect(read(new Uint8Array(20_000_000))).rejects.toMatchObject({ reason: 'toolarge' })
  })

  test('is decoded once for viewers that start together, with a separate texture for each viewer', async () => {
    const file = Uint8Array.from(gzipSync(grey())).buffer
    const [first, second] = await Promise.all([readLightFile(file), readLightFile(file)])
    const dataOf = ({ texture }: typeof first) =>
      (texture.image as unknown as { mipmaps: { data: Uint16Array }[] }[])[0]!.mipmaps[0]!.data.buffer
    expect(dataOf(first)).toBe(dataOf(second))
    expect(first.texture).not.toBe(second.texture)
  })

  test('is recognised by its first two bytes, in a file of any length', () => {
    const files = [[], [0x1f], [0x1f, 0x8b], [0x76, 0x2f, 0x31, 0x01]]
    expect(files.map((bytes) => isLightFile(Uint8Array.from(bytes).buffer))).toEqual([false, false, true, false])
  })
})

describe('a panorama module', () => {
  test('is decoded to the original panorama file', () => {
    const bytes = decodeModuleBytes(readFileSync('node_modules/@pmndrs/assets/hdri/city.exr.js', 'utf8'))
    expect([bytes.readUInt32LE(0), bytes.length]).toEqual([20000630, 133404])
  })

  test('fails the build if it does not contain a panorama as a string', () => {
    expect(() => decodeModuleBytes("export default '/city.exr'")).toThrow(
      'The module does not contain a panorama as a string',
    )
  })
})

describe('the standalone style', () => {
  test('renames each design token and adds the app’s value as its fallback', () => {
    const tokens = new Map([
      ['--accent', 'light-dark(var(--green), var(--mint))'],
      ['--green', 'oklch(0.5 0.1 180)'],
      ['--mint', 'oklch(0.8 0.1 180)'],
    ])
    expect(toStandaloneStyle('a{color:var(--accent);left:var(--viewer-floor)}', tokens)).toBe(
      'a{color:var(--avatar-viewer-accent,light-dark(oklch(0.5 0.1 180), oklch(0.8 0.1 180)));left:var(--viewer-floor)}',
    )
  })

  test('covers every token that the viewer’s styles use', () => {
    const sheets = ['AvatarViewer', 'DotLoader', 'Notice', 'Tools', 'stage/Turntable'].map((name) =>
      readFileSync(`src/ui/viewer/${name}.module.css`, 'utf8'),
    )
    const unresolved = sheets.flatMap((sheet) => [
      ...toStandaloneStyle(sheet).matchAll(/var\((--(?!viewer-)[\w-]+)\)/g),
    ])
    expect(unresolved.map(([, name]) => name)).toEqual([])
  })
})
