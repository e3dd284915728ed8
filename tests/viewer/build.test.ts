import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { DataTexture, DataUtils, FloatType, RGBAFormat } from 'three'
import { describe, expect, test } from 'vitest'
import { isLightFile, readLight } from '../../src/ui/viewer/light-file.ts'
import { withoutEval } from '../../viewer/basis.ts'
import { lightFile } from '../../viewer/filter-light.ts'
import { bytesIn } from '../../viewer/panoramas.ts'
import { standAlone } from '../../viewer/style.ts'

describe('the KTX2 transcoder', () => {
  const original = readFileSync('node_modules/three/examples/jsm/libs/basis/basis_transcoder.js', 'utf8')

  test('makes no function from text any more, and is still a script', () => {
    expect(original).toContain('newFunc(Function')
    const mended = withoutEval(original)
    expect(mended).not.toContain('newFunc(Function')
    expect(() => new Function(mended)).not.toThrow()
  })

  test('that is written otherwise fails the build', () => {
    expect(() => withoutEval('var a = 1')).toThrow('The transcoder no longer says')
  })
})

describe('light that is filtered ahead', () => {
  const grey = () => {
    const panorama = new DataTexture(new Float32Array(128 * 64 * 4).fill(0.25), 128, 64, RGBAFormat, FloatType)
    return lightFile(panorama)
  }
  const read = (file: Uint8Array) => readLight(Uint8Array.from(gzipSync(file)).buffer)

  test('of a grey room is that grey on every side of every level, and opaque', async () => {
    const { texture, luminance } = await read(grey())
    const faces = texture.image as unknown as { mipmaps: { data: Uint16Array; width: number }[] }[]
    expect(luminance).toBeCloseTo(0.25)
    expect(faces).toHaveLength(6)
    expect(faces[0]?.mipmaps.map(({ width }) => width)).toEqual([32, 16, 8])
    const values = faces.flatMap(({ mipmaps }) => mipmaps.flatMap(({ data }) => [...data]))
    expect(new Set(values.map((value, at) => [at % 4 === 3, DataUtils.fromHalfFloat(value)].join()))).toEqual(
      new Set(['false,0.25', 'true,1']),
    )
  })

  test.each([
    ['another kind of file', (file: Uint8Array) => file.fill(0, 0, 4)],
    ['one that ends too soon', (file: Uint8Array) => file.subarray(0, file.length - 1)],
    ['one with more in it than it says', (file: Uint8Array) => Buffer.concat([file, file])],
    ['one that says it has more levels than it can', (file: Uint8Array) => file.fill(7, 6, 7)],
    // Of a shift by 32 and more only the rest counts.
    ['one that says it has far more', (file: Uint8Array) => file.fill(35, 6, 7)],
    ['one without levels', (file: Uint8Array) => file.fill(0, 6, 7)],
    ['one whose faces have no power of two', (file: Uint8Array) => file.fill(33, 4, 5)],
    ['one that is bright without end', (file: Uint8Array) => file.fill(0x80, 10, 11).fill(0x7f, 11, 12)],
    ['a head alone', (file: Uint8Array) => file.subarray(0, 11)],
  ])('is refused when it is %s', async (_, spoil) => {
    await expect(read(spoil(grey()))).rejects.toMatchObject({ reason: 'unreadable' })
  })

  test('that would fill the memory is left off', async () => {
    await expect(read(new Uint8Array(20_000_000))).rejects.toMatchObject({ reason: 'toolarge' })
  })

  test('is decoded once for viewers that begin together, and is a texture of its own for each', async () => {
    const file = Uint8Array.from(gzipSync(grey())).buffer
    const [one, two] = await Promise.all([readLight(file), readLight(file)])
    const dataOf = ({ texture }: typeof one) =>
      (texture.image as unknown as { mipmaps: { data: Uint16Array }[] }[])[0]!.mipmaps[0]!.data.buffer
    expect(dataOf(one)).toBe(dataOf(two))
    expect(one.texture).not.toBe(two.texture)
  })

  test('is known by its first bytes, in a file of any length', () => {
    const files = [[], [0x1f], [0x1f, 0x8b], [0x76, 0x2f, 0x31, 0x01]]
    expect(files.map((bytes) => isLightFile(Uint8Array.from(bytes).buffer))).toEqual([false, false, true, false])
  })
})

describe('a panorama that comes as text', () => {
  test('becomes the file it was', () => {
    const bytes = bytesIn(readFileSync('node_modules/@pmndrs/assets/hdri/city.exr.js', 'utf8'))
    expect([bytes.readUInt32LE(0), bytes.length]).toEqual([20000630, 133404])
  })

  test('that comes otherwise fails the build', () => {
    expect(() => bytesIn("export default '/city.exr'")).toThrow('The module holds no panorama as text')
  })
})

describe('the style that stands alone', () => {
  test('gives each token a name of its own and the app’s value', () => {
    const tokens = new Map([
      ['--accent', 'light-dark(var(--green), var(--mint))'],
      ['--green', 'oklch(0.5 0.1 180)'],
      ['--mint', 'oklch(0.8 0.1 180)'],
    ])
    expect(standAlone('a{color:var(--accent);left:var(--viewer-floor)}', tokens)).toBe(
      'a{color:var(--avatar-viewer-accent,light-dark(oklch(0.5 0.1 180), oklch(0.8 0.1 180)));left:var(--viewer-floor)}',
    )
  })

  test('knows every token that the viewer’s styles use', () => {
    const sheets = ['AvatarViewer', 'DotLoader', 'Notice', 'Tools', 'Turntable'].map((name) =>
      readFileSync(`src/ui/viewer/${name}.module.css`, 'utf8'),
    )
    const left = sheets.flatMap((sheet) => [...standAlone(sheet).matchAll(/var\((--(?!viewer-)[\w-]+)\)/g)])
    expect(left.map(([, name]) => name)).toEqual([])
  })
})
