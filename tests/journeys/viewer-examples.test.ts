import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, type PackedViewer, type Page, PEER_PACKAGES, test } from './packed-viewer-fixture.ts'
import { SAMPLED_OPTIONS } from './sampled.ts'
import { serveStaticSite } from './static-site.ts'

const execFileAsync = promisify(execFile)
const EXAMPLES = 'viewer/examples'

const readExample = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(EXAMPLES, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .map((path) => [path.slice(join(EXAMPLES, name).length + 1), readFileSync(path, 'utf8')]),
  )

/** Installs an example with its dependencies and a demo model. Returns the example's folder. */
async function installExample(packed: PackedViewer, name: string): Promise<string> {
  const files = readExample(name)
  const manifest = JSON.parse(files['package.json'] ?? '{}')
  const dependencyNames = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const project = packed.createProject(
    files,
    dependencyNames.filter((it) => it !== '@atelier/viewer'),
  )
  await cp('demo/models/arch-brows.glb', join(project, 'public/model.glb'))
  return project
}

/** Opens a site and waits until its page shows the model's number of triangles. */
async function expectModelShown(
  page: Page,
  folders: Record<string, string>,
  pages: Record<string, string>,
): Promise<void> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const { url, close } = await serveStaticSite({ folders, pages })
  try {
    await page.goto(url)
    await expect(page.getByText('364 triangles')).toBeVisible({ timeout: 60_000 })
    expect(problems).toEqual([])
  } finally {
    await close()
  }
}

for (const name of ['react', 'vue', 'svelte'])
  test(
    `builds the ${name} example from the packed viewer and shows a model`,
    SAMPLED_OPTIONS,
    async ({ page, packed }) => {
      const root = await installExample(packed, name)
      await build({ root, logLevel: 'error' })
      const dist = join(root, 'dist')
      await expectModelShown(page, { '/': dist }, { '/': readFileSync(join(dist, 'index.html'), 'utf8') })
    },
  )

test('shows a model in the example without a bundler', SAMPLED_OPTIONS, async ({ page, packed }) => {
  const root = await installExample(packed, 'html')
  const pages = { '/': readFileSync(join(root, 'index.html'), 'utf8') }
  await expectModelShown(
    page,
    { '/viewer/': join(root, 'node_modules/@atelier/viewer'), '/': join(root, 'public') },
    pages,
  )
})

test('renders the Next.js example on a server', SAMPLED_OPTIONS, async ({ packed }) => {
  const root = packed.createProject(readExample('next'), PEER_PACKAGES)
  const buildOptions = { root, configFile: false, logLevel: 'error' } as const
  await build({
    ...buildOptions,
    build: { ssr: 'app/page.jsx', outDir: 'out', rollupOptions: { output: { entryFileNames: 'page.mjs' } } },
    oxc: { jsx: { runtime: 'automatic' } },
  })
  const script = `
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import Page from './out/page.mjs'
console.log(renderToString(createElement(Page)))`
  const { stdout } = await execFileAsync(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
  expect(stdout).toMatch(/<h1>A model<\/h1><div [^>]*><div .*A model.*<p role="status"><\/p>/)
})
