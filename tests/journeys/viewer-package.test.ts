import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { build, createServer } from 'vite'
import { buildGlb } from '../support/glb.ts'
import { expect, type PackedViewer, type Page, PEER_PACKAGES, test } from './packed-viewer-fixture.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { serveStaticSite } from './static-site.ts'

const execFileAsync = promisify(execFile)
const tsc = resolve('node_modules/typescript/bin/tsc')

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

test('the package contains its exports, each decoder once and no source maps, in less than 3 MB', ({ packed }) => {
  expect(packed.size).toBeLessThanOrEqual(2_850_000)
  expect(Object.keys(packed.manifest.exports)).toEqual(['.', './element', './frame', './style.css', './package.json'])
  const namedPaths = JSON.stringify(packed.manifest.exports).match(/\.\/[\w./-]+\.(?:json|js|css|d\.ts)/g) ?? []
  expect([...new Set(namedPaths.map((path) => path.slice(2)))].filter((path) => !packed.files.includes(path))).toEqual(
    [],
  )
  expect(packed.files.filter((path) => /\.map$/.test(path))).toEqual([])
  const loose = packed.files.filter((path) => !/^(chunks|types|assets|examples)\//.test(path))
  // The worker has to be a separate file.
  expect(packed.files.filter((path) => path.startsWith('assets/'))).toEqual([
    expect.stringMatching(/^assets\/fbx-worker-[\w-]{8}\.js$/),
  ])
  // Ignores the hashes in file names.
  const names = packed.files.map(
    (path) =>
      path
        .replace(/-[\w-]{8}\./, '.')
        .split('/')
        .at(-1) ?? '',
  )
  expect(names.filter((name) => !/^[A-Za-z][\w-]{2,}\./.test(name))).toEqual([])
  expect(loose).toEqual([
    'CHANGELOG.md',
    'README.md',
    'element.js',
    'frame.js',
    'package.json',
    'react.js',
    'style.css',
  ])
  const decoders = packed.files
    .filter((path) => /draco_|basis_/.test(path))
    .map((path) => path.replace(/-[\w-]{8}\./, '.'))
  expect(decoders).toEqual(
    [
      'chunks/basis_transcoder.wasm',
      'chunks/basis_transcoder.js',
      'chunks/draco_decoder.js',
      'chunks/draco_decoder.wasm',
      'chunks/draco_wasm_wrapper.js',
    ].sort((a, b) => decoders.indexOf(a) - decoders.indexOf(b)),
  )
})

test('the element imports at most two files, which import no further files', () => {
  const readImports = (path: string) => {
    const code = readFileSync(join('dist/viewer', path), 'utf8')
    const names = code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)
    return [...names].map(([, name]) => join(dirname(path), name!))
  }
  const namedPaths = readImports('element.js')
  expect(namedPaths.filter((name) => /^chunks\/viewer-[\w-]{8}\.js$/.test(name))).toHaveLength(1)
  expect(namedPaths.length).toBeLessThanOrEqual(2)
  expect(namedPaths.flatMap(readImports).filter((name) => !namedPaths.includes(name))).toEqual([])
})

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

test('renders the component on a server, and imports the element and the frame without a browser', async ({
  packed,
}) => {
  const root = packed.createProject(
    {
      'render.js': `
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import * as viewer from '@atelier/viewer'
import * as element from '@atelier/viewer/element'
import * as frame from '@atelier/viewer/frame'
const outside = await Promise.all(['react.js', 'element.js', 'chunks', 'types/ui/viewer/index.d.ts', 'index.js'].map((path) =>
  import('@atelier/viewer/' + path).then(() => 'exported', ({ code }) => code)))
console.log(JSON.stringify({
  html: renderToString(createElement(viewer.AvatarViewer, { source: '/a.glb', label: 'Ines', tools: true, poster: '/a.png' })),
  viewer: Object.keys(viewer).sort(), element: Object.keys(element), frame: Object.keys(frame).sort(), outside }))`,
    },
    PEER_PACKAGES,
  )
  const { stdout, stderr } = await execFileAsync(process.execPath, ['--no-deprecation', 'render.js'], { cwd: root })
  const output = JSON.parse(stdout)
  expect(output.html).toMatch(/<div [^>]*data-state=.*<\/div>$/)
  expect(output.html).toContain('Ines')
  expect(output).toMatchObject({
    viewer: [
      'AvatarViewer',
      'DEFAULT_ENVIRONMENT',
      'ENVIRONMENTS',
      'INVALID_SOURCE',
      'MODEL_BUDGET',
      'OCCLUSION_DEFAULTS',
      'OCCLUSION_MODES',
      'OCCLUSION_QUALITIES',
      'VIEWER_WORDS',
      'ViewerError',
      'isModelSource',
      'shareOf',
    ],
    element: ['AvatarViewerElement'],
    frame: ['ViewerFrame', 'frameAddress'],
    outside: Array(5).fill('ERR_PACKAGE_PATH_NOT_EXPORTED'),
  })
  expect(stderr).toBe('')
  expect(readFileSync(join(root, 'node_modules/@atelier/viewer/react.js'), 'utf8')).toMatch(/^["']use client["'];/)
})

const TYPED_SCRIPT = `
import { AvatarViewerElement } from '@atelier/viewer/element'
import { frameAddress, ViewerFrame } from '@atelier/viewer/frame'
const element = document.createElement('avatar-viewer')
const same: AvatarViewerElement = element
element.addEventListener('loaded', (event) => { const n: number = event.detail.triangles; console.log(n, event.detail.clips.join()) })
element.addEventListener('progress', ({ detail }) => { const n: number | null = detail.total; console.log(n) })
element.addEventListener('error', ({ detail }) => { const reason: 'webgl' | 'toolarge' | string = detail.reason; console.log(reason) })
element.addEventListener('clip-time', ({ detail }) => detail.toFixed())
element.addEventListener('click', (event) => event.clientX)
element.addEventListener('anything-else', (event) => event.type)
// @ts-expect-error the number of triangles is not a text
element.addEventListener('loaded', (event) => event.detail.triangles.trim())
// @ts-expect-error a scale is a number
element.scale = 'big'
element.occlusion = { mode: 'AO' }
const blob: Promise<Blob> = same.capture({ type: 'image/png' })
const frame = new ViewerFrame(document.createElement('iframe'))
frame.addEventListener('loaded', ({ detail }) => detail.triangles.toFixed())
frame.addEventListener('error', ({ detail }) => detail.message.trim())
// @ts-expect-error there is no such option
void frame.set({ scales: 1 })
export const address: string = frameAddress('https://a.example/embed', { source: '/a.glb', fit: true }, { theme: 'dark' })
export { blob }
`
const TYPED_COMPONENT = `
import { AvatarViewer, type AvatarViewerHandle, type ModelInfo } from '@atelier/viewer'
import '@atelier/viewer/element'
import { useRef } from 'react'
export function Shop() {
  const handle = useRef<AvatarViewerHandle>(null)
  const readTriangles = (info: ModelInfo) => info.triangles
  return (
    <>
      <AvatarViewer ref={handle} source="/a.glb" fit onLoaded={readTriangles} onError={({ reason }) => reason} style={{ color: 'red' }} />
      {/* @ts-expect-error a fit is no text */}
      <AvatarViewer source="/a.glb" fit="yes" />
      <avatar-viewer src="/a.glb" fit tools lock-vertical="" className="stage" ref={(it) => void it?.capture()} />
      {/* @ts-expect-error there is no such attribute */}
      <avatar-viewer sources="/a.glb" />
    </>
  )
}
`

for (const [resolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const) {
  test(`resolves all types with ${resolution} module resolution, with and without React`, async ({ packed }) => {
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      strict: true,
      noEmit: true,
      jsx: 'react-jsx',
      types: [],
    }
    const config = (files: string[], more = {}) =>
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, files })
    // Without React's types, TypeScript also checks the package's own type declarations.
    const plain = packed.createProject(
      { 'plain.ts': TYPED_SCRIPT, 'tsconfig.json': config(['plain.ts'], { skipLibCheck: false }) },
      [],
    )
    const react = packed.createProject(
      {
        'shop.tsx': TYPED_COMPONENT,
        'plain.ts': TYPED_SCRIPT,
        'tsconfig.json': config(['shop.tsx', 'plain.ts'], { skipLibCheck: false }),
      },
      ['react', 'react-dom', '@types/react'],
    )
    const problems = await Promise.all(
      [plain, react].map((cwd) =>
        execFileAsync(process.execPath, [tsc, '-p', '.'], { cwd }).then(
          () => '',
          ({ stdout }) => stdout,
        ),
      ),
    )
    expect(problems).toEqual(['', ''])
  })
}
