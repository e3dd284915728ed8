import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { PAGE_FILES, type PageFiles } from '../server/client/page-files.ts'
import { WORKER, WORKER_OFF } from '../server/client/worker-files.ts'
import { HASHED, type Version } from '../src/offline/rules.ts'
import { AHEAD_FILES, type AheadFiles } from '../src/ui/kit/ahead-files.ts'
import { scriptOf } from './script-of.ts'

const source = (name: string) => JSON.stringify(resolve('src/offline', name))

/** The pages whose files are kept, with what they may come to need. */
const KEPT_PAGES = ['/', '/assets', '/signin']

/** What is larger is not kept, in bytes before packing: what draws in 3D, and nothing to draw can be had without the server. */
const MOST_BYTES = 300_000

/** The letters of most languages; a page that says others falls back to the system's. */
const FONT = /^assets\/.*-latin-(?!ext).*\.woff2$/

/**
 * Builds the worker that keeps the client for when its server is out of reach, and what is put in its place to end it; while the client
 * is developed that stands there alone, as what a built one left on this origin would stand in for it.
 */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    configureServer({ middlewares }) {
      middlewares.use(WORKER, (_request, response, next) => {
        builtOff().then((off) => response.setHeader('content-type', 'text/javascript').end(off), next)
      })
    },
    generateBundle: {
      // After page-files, which it reads.
      order: 'post',
      async handler(_options, bundle) {
        const version = versionOf(bundle)
        const on = await built(`import { serve } from ${source('worker.ts')}; serve(${JSON.stringify(version)})`)
        const off = await builtOff()
        this.emitFile({ type: 'asset', fileName: WORKER.slice(1), source: on })
        this.emitFile({ type: 'asset', fileName: WORKER_OFF.slice(1), source: off })
      },
    },
  }
}

function versionOf(bundle: Rolldown.OutputBundle): Version {
  const read = <T>(name: string): T => {
    const file = bundle[name]
    if (file?.type !== 'asset') throw new Error(`vite/offline-worker.ts finds no ${name}`)
    return JSON.parse(String(file.source)) as T
  }
  const { pages, app, words } = read<PageFiles>(PAGE_FILES)
  const ahead = read<AheadFiles>(AHEAD_FILES)
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/index.html'))!
  const named = pages.filter(({ path }) => KEPT_PAGES.includes(path))
  const later = ahead.pages.filter(({ path }) => KEPT_PAGES.includes(path))
  const files = new Set([
    `/${entry.fileName}`,
    ...entry.imports.map((name) => `/${name}`),
    ...app,
    ...Object.values(words).flat(),
    ...named.flatMap((page) => [
      ...page.files,
      ...Object.values(page.words).flat(),
      ...Object.values(page.early ?? {}).flat(),
    ]),
    ...later
      .flatMap((page) => [...page.files, ...Object.values(page.words).flat()])
      .map((place) => ahead.files[place]!),
    ...Object.keys(bundle)
      .filter((name) => FONT.test(name))
      .map((name) => `/${name}`),
  ])
  const kept = [...files].filter((file) => sizeOf(bundle[file.slice(1)]) <= MOST_BYTES).sort()
  const strange = kept.filter((file) => !HASHED.test(file))
  if (strange.length > 0) throw new Error(`The worker would never answer for ${strange.join(', ')}`)
  const hash = createHash('sha256').update(JSON.stringify(kept))
  // What keeps them differently is another version too: none writes into what another has in hand.
  for (const file of ['rules.ts', 'worker.ts']) hash.update(readFileSync(resolve('src/offline', file)))
  const name = hash.digest('base64url').slice(0, 8)
  return {
    name,
    shell: '/index.html',
    entry: `/${entry.fileName}`,
    files: kept,
    pages: ['/', ...pages.map(({ path }) => path).filter((path) => path !== '/')],
  }
}

const sizeOf = (file: Rolldown.OutputBundle[string] | undefined): number => {
  if (!file) throw new Error('vite/offline-worker.ts is told of a file that is no part of the client')
  return file.type === 'chunk' ? Buffer.byteLength(file.code) : file.source.length
}

const builtOff = () => built(`import ${source('leave.ts')}`)

const built = (code: string) => scriptOf(code, 'vite/offline-worker.ts')
