import { buildTinyGlb } from '../support/glb.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { expect, measureCoverage, readPixel, test } from './viewer-support.ts'

const SMALL = { width: 160, height: 160, fit: true, turntable: false }
const base64 = (bytes: Uint8Array) => ({ base64: Buffer.from(bytes).toString('base64') })

/** Returns a model of a square's outline with four vertices, in a primitive mode of glTF: 0 for points, 1 to 3 for lines. */
function buildOutline(mode: number) {
  const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0])
  const uri = `data:application/octet-stream;base64,${Buffer.from(corners.buffer).toString('base64')}`
  return buildTinyGlb({
    json: {
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [-1, -1, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 48 }],
      buffers: [{ byteLength: 48, uri }],
    },
  })
}

test('renders models that consist of points or lines', SAMPLED_OPTIONS, async ({ stage }) => {
  for (const [mode, minShare] of [
    [0, 0.0005],
    // Lines are one pixel wide and 160 pixels long. The modes render two, four and three sides of the square.
    [1, 0.004],
    [2, 0.006],
    [3, 0.004],
  ] as const) {
    await stage.showUntilFinished({ ...SMALL, source: base64(buildOutline(mode)) })
    expect(measureCoverage(await stage.capturePixels()), `mode ${mode}`).toBeGreaterThan(minShare)
  }
})

test(
  'renders a model in its base colour if the texture is missing, broken or refused',
  SAMPLED_OPTIONS,
  async ({ stage }) => {
    const modelWithImage = (image: object) =>
      buildTinyGlb({
        json: {
          meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
          materials: [
            {
              doubleSided: true,
              extensions: { KHR_materials_unlit: {} },
              pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1], baseColorTexture: { index: 0 } },
            },
          ],
          extensionsUsed: ['KHR_materials_unlit'],
          textures: [{ source: 0 }],
          images: [image],
        },
      })
    for (const image of [
      { uri: 'https://elsewhere.example/skin.png' },
      { uri: 'skin.png' },
      { uri: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` },
      { bufferView: 0, mimeType: 'image/png' },
    ]) {
      await stage.showUntilFinished({ ...SMALL, source: base64(modelWithImage(image)) })
      const picture = await stage.capturePixels()
      const [red = 0, green = 255] = readPixel(picture, 0.4, 0.6)
      expect(red, JSON.stringify(image)).toBeGreaterThan(150)
      expect(green, JSON.stringify(image)).toBeLessThan(100)
    }
  },
)
