import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DataUtils } from 'three'
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js'
import { build, type InlineConfig } from 'vite'
import { meanLuminanceOf } from '../src/ui/viewer/light/luminance.ts'
import { serveStaticSite } from '../tests/journeys/static-site.ts'

const HERE = join(import.meta.dirname, 'viewer')
const ROOT = resolve(HERE, '../..')
const VIEWER = join(ROOT, 'dist/viewer')
const ownModule = (name: string) => join(ROOT, 'node_modules', name)

/**
 * Build of a page that needs a bundler. Our page uses this project's React. The pages of peers use the React that is installed
 * for the benchmark.
 */
interface PageBuild {
  name: string
  page: string
  alias: Record<string, string>
}

const reactBuild = (name: string, viewer: string): PageBuild => ({
  name,
  page: 'react',
  alias: {
    '@atelier/viewer/style.css': join(viewer, 'style.css'),
    '@atelier/viewer': join(viewer, 'react.js'),
    ...Object.fromEntries(
      ['react', 'react-dom', 'three', '@react-three/fiber'].map((packageName) => [packageName, ownModule(packageName)]),
    ),
  },
})

/**
 * Serves a page for each viewer at `/<name>`, and the models, on a free port. `before` is a folder with another build of
 * Atelier's viewer, which gets its own pages.
 */
export async function openBenchSite(before?: string): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const panoramas = join(folder, 'panoramas')
  mkdirSync(panoramas)
  writeFileSync(join(panoramas, 'city.hdr'), (await convertToHdr('city')).hdr)
  const builds: PageBuild[] = [
    { name: 'visage', page: 'visage', alias: { util: join(HERE, 'node-util.js') } },
    { name: 'bare', page: 'bare', alias: {} },
    reactBuild('react', VIEWER),
    ...(before ? [reactBuild('react-before', resolve(before))] : []),
  ]
  for (const pageBuild of builds) await build(buildConfig(pageBuild, join(folder, pageBuild.name)))
  const page = (name: string) => readFileSync(join(HERE, `pages/${name}.html`), 'utf8')
  const site = await serveStaticSite({
    pages: {
      '/atelier': page('atelier'),
      ...(before && { '/atelier-before': page('atelier').replaceAll('/viewer/', '/viewer-before/') }),
      '/model-viewer': page('model-viewer'),
      ...Object.fromEntries(
        builds.map((pageBuild) => [
          `/${pageBuild.name}`,
          readFileSync(join(folder, pageBuild.name, `${pageBuild.page}.html`), 'utf8'),
        ]),
      ),
    },
    folders: {
      '/viewer/': VIEWER,
      ...(before && { '/viewer-before/': resolve(before) }),
      '/models/': join(ROOT, 'demo/models'),
      '/panoramas/': panoramas,
      '/model-viewer/': join(HERE, 'node_modules/@google/model-viewer/dist'),
      ...Object.fromEntries(builds.map(({ name }) => [`/${name}/`, join(folder, name)])),
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

const buildConfig = ({ name, page, alias }: PageBuild, outDir: string): InlineConfig => ({
  configFile: false,
  logLevel: 'error',
  root: join(HERE, 'pages'),
  base: `/${name}/`,
  resolve: { alias },
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  build: { outDir, rollupOptions: { input: join(HERE, `pages/${page}.html`) }, modulePreload: false },
})

/** Converts a panorama to Radiance HDR, which the peers read, and returns its mean luminance. */
export async function convertToHdr(name: string): Promise<{ hdr: Buffer; luminance: number }> {
  const { default: address } = (await import(`@pmndrs/assets/hdri/${name}.exr.js`)) as { default: string }
  const bytes = Uint8Array.from(Buffer.from(String(address).split(',')[1]!, 'base64'))
  const panorama = new EXRLoader().createDataTexture(bytes.buffer)
  const { data, width, height } = panorama.image as { data: Uint16Array; width: number; height: number }
  const header = Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`)
  const body = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const offset = ((height - 1 - Math.floor(pixel / width)) * width + (pixel % width)) * 4
    const colour = [0, 1, 2].map((channel) => Math.max(0, DataUtils.fromHalfFloat(data[offset + channel]!)))
    const peak = Math.max(...colour)
    if (peak < 1e-32) continue
    const exponent = Math.ceil(Math.log2(peak))
    for (const [channel, value] of colour.entries())
      body[pixel * 4 + channel] = Math.min(255, (value / 2 ** exponent) * 256)
    body[pixel * 4 + 3] = exponent + 128
  }
  return { hdr: Buffer.concat([header, body]), luminance: meanLuminanceOf(panorama) }
}
