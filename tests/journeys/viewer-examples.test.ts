import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, type PackedViewer, type Page, PEERS, test } from './packed.ts'
import { openSite } from './pages.ts'
import { SAMPLED } from './sampled.ts'

const run = promisify(execFile)
const EXAMPLES = 'viewer/examples'

/** The files of an example, by their paths in it. */
const filesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(EXAMPLES, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .map((path) => [path.slice(join(EXAMPLES, name).length + 1), readFileSync(path, 'utf8')]),
  )

/** An example with what it names installed, and a model of ours as its own. */
async function installed(packed: PackedViewer, name: string): Promise<string> {
  const files = filesOf(name)
  const manifest = JSON.parse(files['package.json'] ?? '{}')
  const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const project = packed.project(
    files,
    named.filter((it) => it !== '@atelier/viewer'),
  )
  await cp('demo/models/arch-brows.glb', join(project, 'public/model.glb'))
  return project
}

/** Opens a site and waits until its page tells of the model. */
async function tells(page: Page, folders: Record<string, string>, pages: Record<string, string>): Promise<void> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  const { url, close } = await openSite({ folders, pages })
  try {
    await page.goto(url)
    await expect(page.getByText('364 triangles')).toBeVisible({ timeout: 60_000 })
    expect(faults).toEqual([])
  } finally {
    await close()
  }
}

for (const name of ['react', 'vue', 'svelte'])
  test(
    `the example for ${name} is built from the packed viewer and shows a model`,
    SAMPLED,
    async ({ page, packed }) => {
      const root = await installed(packed, name)
      await build({ root, logLevel: 'error' })
      const dist = join(root, 'dist')
      await tells(page, { '/': dist }, { '/': readFileSync(join(dist, 'index.html'), 'utf8') })
    },
  )

test('the example without a bundler shows a model', SAMPLED, async ({ page, packed }) => {
  const root = await installed(packed, 'html')
  const pages = { '/': readFileSync(join(root, 'index.html'), 'utf8') }
  await tells(page, { '/viewer/': join(root, 'node_modules/@atelier/viewer'), '/': join(root, 'public') }, pages)
})

test('the example for Next is rendered by a server', SAMPLED, async ({ packed }) => {
  const root = packed.project(filesOf('next'), PEERS)
  const told = { root, configFile: false, logLevel: 'error' } as const
  await build({
    ...told,
    build: { ssr: 'app/page.jsx', outDir: 'out', rollupOptions: { output: { entryFileNames: 'page.mjs' } } },
    oxc: { jsx: { runtime: 'automatic' } },
  })
  const script = `
import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import Page from './out/page.mjs'
console.log(renderToString(createElement(Page)))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root })
  expect(stdout).toMatch(/<h1>A model<\/h1><div [^>]*><div .*A model.*<p role="status"><\/p>/)
})
