import { afterEach, expect, test, vi } from 'vitest'
import { decodeOwnImages } from '../../../src/ui/viewer/own-images.ts'

afterEach(() => vi.unstubAllGlobals())

/** A parser of a file with one picture among its bytes and one elsewhere. */
function parsing(isImageBitmapLoader: boolean) {
  const usual = vi.fn(async () => 'its own way')
  const textureLoader = { isImageBitmapLoader }
  const parser = {
    json: { images: [{ bufferView: 3, mimeType: 'image/png' }, { uri: 'else.png' }, { bufferView: 4 }] },
    textureLoader,
    loadImageSource: usual as (index: number, loader: unknown) => Promise<unknown>,
    getDependency: vi.fn(async () => new ArrayBuffer(8)),
  }
  const decoded = vi.fn(async (blob: Blob, _: unknown) => ({ width: 2, height: 2, type: blob.type, size: blob.size }))
  vi.stubGlobal('createImageBitmap', decoded)
  expect(decodeOwnImages(parser as never)).toEqual({ name: 'own-images' })
  return { parser, usual, decoded, textureLoader }
}

test('a picture of the file is decoded from its bytes as it is, once for all its textures', async () => {
  const { parser, usual, decoded, textureLoader } = parsing(true)
  const texture = await parser.loadImageSource(0, textureLoader)
  await parser.loadImageSource(0, textureLoader)
  expect(texture).toMatchObject({
    image: { type: 'image/png', size: 8 },
    userData: { mimeType: 'image/png' },
    version: 1,
  })
  expect(parser.getDependency.mock.calls).toEqual([['bufferView', 3]])
  expect(decoded.mock.calls.map(([, how]) => how)).toEqual([{ premultiplyAlpha: 'none', colorSpaceConversion: 'none' }])
  expect(usual).not.toHaveBeenCalled()
})

test('one whose type is not told is decoded all the same', async () => {
  const { parser, textureLoader } = parsing(true)
  expect(await parser.loadImageSource(2, textureLoader)).toMatchObject({ image: { type: '', size: 8 } })
})

test.each([
  ['a picture from elsewhere', true, 1, false],
  ['one that is not there', true, 9, false],
  ['another loader’s picture', true, 0, true],
  ['a browser without a sound createImageBitmap', false, 0, false],
])('%s is left to the loader', async (_, isSound, index, isOther) => {
  const { parser, usual, textureLoader } = parsing(isSound)
  expect(await parser.loadImageSource(index, isOther ? {} : textureLoader)).toBe('its own way')
  expect(usual).toHaveBeenCalledTimes(1)
})
