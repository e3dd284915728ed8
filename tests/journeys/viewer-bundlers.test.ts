import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { build, createServer } from 'vite'
import { buildGlb } from '../support/glb.ts'
import { expect, type PackedViewer, type Page, PEER_PACKAGES, test } from './packed-viewer-fixture.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { serveStaticSite } from './static-site.ts'

/** A model with invalid Draco data, which makes the viewer load the decoder. */
const DRACO = buildGlb(
  JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
          },
        ],
      },
    ],
    accessors: [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 32 }],
    buffers: [{ byteLength: 32 }],
  }),
  new Uint8Array([...Buffer.from('DRACO'), 2, 2, 1, 1, 0, 0, ...Array<number>(21).fill(1)]),
)

const createHtml = (script: string) =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:," /><style>#host div, avatar-viewer { block-size: 160px; inline-size: 160px }</style><body><div id="host"></div><script type="module" src="${script}"></script>`

/** Script of a page that renders the React component and records the component's events. */
const PAGE = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { AvatarViewer } from '@atelier/viewer'
window.events = []
const record = (type) => (detail) => window.events.push(type + (detail?.triangles ? ' ' + detail.triangles : ''))
let viewer = null
const show = (source, more) => createElement(AvatarViewer, { ref: (it) => void (viewer = it), source, label: 'A model', fit: true, tools: true, environment: 'night', onLoaded: record('loaded'), onError: record('failed'), ...more })
const root = createRoot(document.getElementById('host'))
window.show = (source, more) => root.render(show(source, more))
window.brightness = async () => {
  const picture = await createImageBitmap(await viewer.capture())
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const greens = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4 + 1]).filter((_, at) => data[at * 4 + 3] > 128)
  return greens.reduce((sum, it) => sum + it, 0) / greens.length
}
window.show('/models/arch-brows.glb')
`

const PROJECT = {
  'index.html': createHtml('/main.js'),
  'main.js': PAGE,
  'public/models/arch-brows.glb': '',
  'public/models/draco.glb': '',
}

function createSampleApp(
  packed: PackedViewer,
  files: Record<string, string> = PROJECT,
  packages = PEER_PACKAGES,
): string {
  const project = packed.createProject(files, packages)
  writeFileSync(join(project, 'public/models/arch-brows.glb'), readFileSync('demo/models/arch-brows.glb'))
  writeFileSync(join(project, 'public/models/draco.glb'), DRACO)
  return project
}

/**
 * Checks that a sample app with the package shows a model, renders occlusion and logs no errors. The app loads the decoder and
 * the environment light from its own origin.
 */
async function checkSampleApp(page: Page, url: string): Promise<void> {
  const problems: string[] = []
  const responses: { path: string; status: number; type: string }[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => /error|warning/.test(message.type()) && problems.push(message.text()))
  page.on('response', (response) => {
    responses.push({ path: response.url(), status: response.status(), type: response.headers()['content-type'] ?? '' })
  })
  await page.goto(url)
  const readEvents = () => page.evaluate('window.events')
  await expect.poll(readEvents, { timeout: 60_000 }).toEqual(['loaded 364'])
  await expect(page.getByRole('button', { name: /picture/i }).locator('svg path')).toHaveCount(1)
  // The eyebrows are dark. In the mode with occlusion alone, the eyebrows are nearly white.
  const readBrightness = () => page.evaluate<number>('window.brightness()')
  expect(await readBrightness()).toBeLessThan(120)
  await page.evaluate('window.show("/models/arch-brows.glb", { occlusion: { mode: "AO" } })')
  await expect.poll(readBrightness, { timeout: 60_000 }).toBeGreaterThan(160)
  await page.evaluate('window.show("/models/draco.glb")')
  await expect.poll(readEvents, { timeout: 60_000 }).toEqual(['loaded 364', 'failed'])
  const responsesFor = (pattern: RegExp) =>
    responses.filter(({ path }) => pattern.test(path)).map(({ status, type }) => [status, /html/.test(type)])
  expect(responsesFor(/night[^/]*\.light/)).toEqual([[200, false]])
  expect(responsesFor(/draco_decoder[^/]*\.wasm/)).toEqual([[200, false]])
  expect(responsesFor(/draco_wasm_wrapper[^/]*\.js/)).toEqual([[200, false]])
  expect(responses.filter(({ status }) => status >= 400)).toEqual([])
  // Ignores the error that the decoder itself logs for invalid Draco data.
  expect(problems.filter((problem) => !/DRACOLoader: Decoding failed/.test(problem))).toEqual([])
}

/** Returns the number of WebAssembly files of each size in a sample app's build output. */
function countDecoders(folder: string): Record<string, number> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const contentCounts: Record<string, number> = {}
  for (const name of names.filter((file) => /\.(wasm|js)$/.test(file))) {
    const bytes = readFileSync(join(folder, name))
    if (name.endsWith('.wasm'))
      contentCounts[`${bytes.length} of wasm`] = (contentCounts[`${bytes.length} of wasm`] ?? 0) + 1
  }
  return contentCounts
}
const DECODER_SIZES = [
  'examples/jsm/libs/draco/gltf/draco_decoder.wasm',
  'examples/jsm/libs/basis/basis_transcoder.wasm',
].map((path) => readFileSync(join('node_modules/three', path)).length)
const EACH_DECODER_ONCE = Object.fromEntries(DECODER_SIZES.map((length) => [`${length} of wasm`, 1]))

test('shows a model in a plain Vite page in development', SAMPLED_OPTIONS, async ({ page, packed }) => {
  const root = createSampleApp(packed)
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    root,
    server: { port: 0, host: '127.0.0.1' },
  })
  try {
    await server.listen()
    await checkSampleApp(page, server.resolvedUrls!.local[0]!)
  } finally {
    await server.close()
  }
})

test('shows a model in a plain Vite page after a build', async ({ page, packed }) => {
  const root = createSampleApp(packed)
  await build({ configFile: false, logLevel: 'silent', root })
  const { url, close } = await serveStaticSite({
    pages: { '/': readFileSync(join(root, 'dist/index.html'), 'utf8') },
    folders: { '/': join(root, 'dist') },
  })
  try {
    await checkSampleApp(page, url)
  } finally {
    await close()
  }
  expect(countDecoders(join(root, 'dist'))).toEqual(EACH_DECODER_ONCE)
})

test('shows a model in a plain Rspack page', SAMPLED_OPTIONS, async ({ page, packed }) => {
  const root = createSampleApp(packed)
  const compiler = rspack({
    context: root,
    entry: './main.js',
    mode: 'production',
    devtool: false,
    optimization: { minimize: false },
    performance: false,
    output: { path: join(root, 'out'), filename: 'main.js', assetModuleFilename: '[name]-[hash][ext]' },
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  const { errors = [], warnings = [] } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {}
  expect([...errors, ...warnings].map(({ message }) => message)).toEqual([])
  const { url, close } = await serveStaticSite({
    pages: { '/': createHtml('/main.js') },
    folders: { '/models/': join(root, 'public/models'), '/': join(root, 'out') },
  })
  try {
    await checkSampleApp(page, url)
  } finally {
    await close()
  }
  expect(countDecoders(join(root, 'out'))).toEqual(EACH_DECODER_ONCE)
})
