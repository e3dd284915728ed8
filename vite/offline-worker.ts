import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { PAGE_FILES_NAME, type PageFiles } from '../server/client/page-files.ts'
import { SERVICE_WORKER_PATH, UNREGISTER_SERVICE_WORKER_PATH } from '../server/client/service-worker-paths.ts'
import { type ClientVersion, HASHED_FILE_PATTERN } from '../src/offline/cache-rules.ts'
import { PREFETCH_MANIFEST_FILE, type PrefetchManifest } from '../src/ui/kit/loading/prefetch-files.ts'
import { buildScript } from './build-script.ts'

const offlineSource = (name: string) => JSON.stringify(resolve('src/offline', name))

/** Pages whose files are cached, including the files that the pages prefetch. */
const CACHED_PAGES = ['/', '/assets', '/signin']

/**
 * Maximum size of a cached file, in bytes before compression. The limit excludes the 3D code: models cannot be loaded without the
 * server anyway.
 */
const MAX_CACHED_BYTES = 300_000

/** Fonts of the basic Latin alphabet; pages with other scripts fall back to the system's font. */
const FONT_PATTERN = /^assets\/.*-latin-(?!ext).*\.woff2$/

/**
 * Builds two service workers. One caches the client for use while the server is unreachable. The other replaces and uninstalls
 * the first. The development server serves only the second, because a worker from an earlier build on this origin would otherwise
 * intercept its pages.
 */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    configureServer({ middlewares }) {
      middlewares.use(SERVICE_WORKER_PATH, (_request, response, next) => {
        buildOffScript().then((offScript) => response.setHeader('content-type', 'text/javascript').end(offScript), next)
      })
    },
    generateBundle: {
      // Runs after page-files, whose output it reads.
      order: 'post',
      async handler(_options, bundle) {
        const version = buildVersion(bundle)
        const workerScript = await buildOfflineScript(
          `import { registerHandlers } from ${offlineSource('worker.ts')}; registerHandlers(${JSON.stringify(version)})`,
        )
        const offScript = await buildOffScript()
        this.emitFile({ type: 'asset', fileName: SERVICE_WORKER_PATH.slice(1), source: workerScript })
        this.emitFile({ type: 'asset', fileName: UNREGISTER_SERVICE_WORKER_PATH.slice(1), source: offScript })
      },
    },
  }
}

function buildVersion(bundle: Rolldown.OutputBundle): ClientVersion {
  const readAsset = <T>(name: string): T => {
    const file = bundle[name]
    if (file?.type !== 'asset') throw new Error(`vite/offline-worker.ts did not find ${name}`)
    return JSON.parse(String(file.source)) as T
  }
  const { pages, app, words } = readAsset<PageFiles>(PAGE_FILES_NAME)
  const prefetchManifest = readAsset<PrefetchManifest>(PREFETCH_MANIFEST_FILE)
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/index.html'))!
  const cachedPages = pages.filter(({ path }) => CACHED_PAGES.includes(path))
  const prefetchedPages = prefetchManifest.pages.filter(({ path }) => CACHED_PAGES.includes(path))
  const files = new Set([
    `/${entry.fileName}`,
    ...entry.imports.map((name) => `/${name}`),
    ...app,
    ...Object.values(words).flat(),
    ...cachedPages.flatMap((page) => [
      ...page.files,
      ...Object.values(page.words).flat(),
      ...Object.values(page.early ?? {}).flat(),
    ]),
    ...prefetchedPages
      .flatMap((page) => [...page.files, ...Object.values(page.words).flat()])
      .map((index) => prefetchManifest.files[index]!),
    ...Object.keys(bundle)
      .filter((name) => FONT_PATTERN.test(name))
      .map((name) => `/${name}`),
  ])
  const cachedFiles = [...files].filter((file) => getFileSize(bundle[file.slice(1)]) <= MAX_CACHED_BYTES).sort()
  const unhashedFiles = cachedFiles.filter((file) => !HASHED_FILE_PATTERN.test(file))
  if (unhashedFiles.length > 0) throw new Error(`The worker would never serve ${unhashedFiles.join(', ')}`)
  const hash = createHash('sha256').update(JSON.stringify(cachedFiles))
  // The worker's code is part of the version's hash, so that a changed worker does not write into the cache of another version.
  for (const file of ['cache-rules.ts', 'worker.ts']) hash.update(readFileSync(resolve('src/offline', file)))
  const name = hash.digest('base64url').slice(0, 8)
  return {
    name,
    shell: '/index.html',
    entry: `/${entry.fileName}`,
    files: cachedFiles,
    pages: ['/', ...pages.map(({ path }) => path).filter((path) => path !== '/')],
  }
}

const getFileSize = (file: Rolldown.OutputBundle[string] | undefined): number => {
  if (!file) throw new Error('vite/offline-worker.ts received a file that is not part of the client')
  return file.type === 'chunk' ? Buffer.byteLength(file.code) : file.source.length
}

const buildOffScript = () => buildOfflineScript(`import ${offlineSource('unregister-worker.ts')}`)

const buildOfflineScript = (code: string) => buildScript(code, 'vite/offline-worker.ts')
