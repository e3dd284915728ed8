import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DataUtils } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { build, type InlineConfig } from 'vite'
import { openSite } from '../tests/journeys/pages.ts'

const HERE = join(import.meta.dirname, 'viewer')
const ROOT = resolve(HERE, '../..')
const VIEWER = join(ROOT, 'dist/viewer')
const ours = (name: string) => join(ROOT, 'node_modules', name)

/** How the pages that need a bundler are built: ours with this project's React, the others with that of the bench. */
const BUILDS: readonly { name: string; alias: Record<string, string> }[] = [
  { name: 'visage', alias: { util: join(HERE, 'node-util.js') } },
  { name: 'bare', alias: {} },
  {
    name: 'react',
    alias: {
      '@atelier/viewer/style.css': join(VIEWER, 'style.css'),
      '@atelier/viewer': join(VIEWER, 'react.js'),
      react: ours('react'),
      'react-dom': ours('react-dom'),
    },
  },
]

/** Serves a page for each viewer, `/<name>`, and four models, on a free port. */
export async function openBenchSite(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const panoramas = join(folder, 'panoramas')
  mkdirSync(panoramas)
  writeFileSync(join(panoramas, 'city.hdr'), await cityAsHdr())
  for (const one of BUILDS) await build(configOf(one.name, one.alias, join(folder, one.name)))
  const page = (name: string) => readFileSync(join(HERE, `pages/${name}.html`), 'utf8')
  const site = await openSite({
    pages: {
      '/atelier': page('atelier'),
      '/model-viewer': page('model-viewer'),
      ...Object.fromEntries(
        BUILDS.map(({ name }) => [`/${name}`, readFileSync(join(folder, name, `${name}.html`), 'utf8')]),
      ),
    },
    folders: {
      '/viewer/': VIEWER,
      '/models/': join(ROOT, 'demo/models'),
      '/panoramas/': panoramas,
      '/model-viewer/': join(HERE, 'node_modules/@google/model-viewer/dist'),
      ...Object.fromEntries(BUILDS.map(({ name }) => [`/${name}/`, join(folder, name)])),
    },
  })
  return {
    url: site.url,
    close: async () => {
      await site.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configOf = (name: string, alias: Record<string, string>, outDir: string): InlineConfig => ({
  configFile: false,
  logLevel: 'error',
  root: join(HERE, 'pages'),
  base: `/${name}/`,
  resolve: { alias },
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  build: { outDir, rollupOptions: { input: join(HERE, `pages/${name}.html`) }, modulePreload: false },
})

/** The city's panorama in the older format that visage reads. */
async function cityAsHdr(): Promise<Buffer> {
  const { default: address } = await import('@pmndrs/assets/hdri/city.exr.js')
  const bytes = Uint8Array.from(Buffer.from(String(address).split(',')[1]!, 'base64'))
  const { data, width, height } = new EXRLoader().createDataTexture(bytes.buffer).image as {
    data: Uint16Array
    width: number
    height: number
  }
  const head = Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`)
  const body = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = ((height - 1 - Math.floor(pixel / width)) * width + (pixel % width)) * 4
    const colour = [0, 1, 2].map((channel) => Math.max(0, DataUtils.fromHalfFloat(data[at + channel]!)))
    const most = Math.max(...colour)
    if (most < 1e-32) continue
    const exponent = Math.ceil(Math.log2(most))
    for (const [channel, value] of colour.entries())
      body[pixel * 4 + channel] = Math.min(255, (value / 2 ** exponent) * 256)
    body[pixel * 4 + 3] = exponent + 128
  }
  return Buffer.concat([head, body])
}
