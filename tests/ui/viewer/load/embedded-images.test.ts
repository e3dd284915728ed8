import { expect, test, vi } from 'vitest'
import { decodeEmbeddedImages } from '../../../../src/ui/viewer/load/embedded-images.ts'

/** Creates the glTF parser of a file with embedded images and one external image. */
function createParser(isImageBitmapLoader: boolean) {
  const loaderDefault = vi.fn(async () => 'its own way')
  const textureLoader = { isImageBitmapLoader }
  const parser = {
    json: { images: [{ bufferView: 3, mimeType: 'image/png' }, { uri: 'else.png' }, { bufferView: 4 }] },
    textureLoader,
    loadImageSource: loaderDefault as (index: number, loader: unknown) => Promise<unknown>,
    getDependency: vi.fn(async () => new ArrayBuffer(8)),
  }
  const decode = vi.fn(async (blob: Blob, _: unknown) => ({ width: 2, height: 2, type: blob.type, size: blob.size }))
  vi.stubGlobal('createImageBitmap', decode)
  expect(decodeEmbeddedImages(parser as never)).toEqual({ name: 'own-images' })
  return { parser, loaderDefault, decode, textureLoader }
}

test('decodes an embedded image once for all its textures, without alpha or colour conversion', async () => {
  const { parser, loaderDefault, decode, textureLoader } = createParser(true)
  const texture = await parser.loadImageSource(0, textureLoader)
  await parser.loadImageSource(0, textureLoader)
  expect(texture).toMatchObject({
    image: { type: 'image/png', size: 8 },
    userData: { mimeType: 'image/png' },
    version: 1,
  })
  expect(parser.getDependency.mock.calls).toEqual([['bufferView', 3]])
  expect(decode.mock.calls.map(([, bitmapOptions]) => bitmapOptions)).toEqual([
    { premultiplyAlpha: 'none', colorSpaceConversion: 'none' },
  ])
  expect(loaderDefault).not.toHaveBeenCalled()
})

test('decodes an embedded image without a MIME type', async () => {
  const { parser, textureLoader } = createParser(true)
  expect(await parser.loadImageSource(2, textureLoader)).toMatchObject({ image: { type: '', size: 8 } })
})

test.each([
  ['an external image', true, 1, false],
  ['a missing image', true, 9, false],
  ['an image of another loader', true, 0, true],
  ['images in a browser with a broken createImageBitmap', false, 0, false],
])('leaves %s to the three.js loader', async (_, isBitmapLoader, index, isOther) => {
  const { parser, loaderDefault, textureLoader } = createParser(isBitmapLoader)
  expect(await parser.loadImageSource(index, isOther ? {} : textureLoader)).toBe('its own way')
  expect(loaderDefault).toHaveBeenCalledTimes(1)
})
