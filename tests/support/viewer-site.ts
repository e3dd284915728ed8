import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { panoramasAsLight } from '../../viewer/panoramas.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
}

/** Site that serves the page of viewers, the demo models under `/demo/`, and the `customResponses` of a test. */
export interface ViewerSite {
  url: string
  requestCounts: Map<string, number>
  /** Responses of a test by path. A number is a status without a body. */
  customResponses: Map<string, Uint8Array | number>
  close: () => Promise<void>
}

/** Returns the folder with the built page of viewers. The first process of a run builds the page. All other processes wait. */
async function ensurePageBuilt(): Promise<string> {
  const runFolder = process.env['RUN_FOLDER']
  if (!runFolder) throw new Error('RUN_FOLDER is not set. `global-setup.ts` creates the folder.')
  const [building, built] = [join(runFolder, 'viewers-building'), join(runFolder, 'viewers')]
  if (tryCreateFolder(building)) {
    await build({
      configFile: false,
      root: join(import.meta.dirname, 'viewer-page'),
      logLevel: 'error',
      plugins: [react(), panoramasAsLight()],
      build: { outDir: building, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 },
    })
    renameSync(building, built)
    mkdirSync(building)
  }
  while (!existsSync(built)) await pause(100)
  return built
}

/** Creates a folder. Returns whether the folder was missing, which is true for exactly one of several processes. */
function tryCreateFolder(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

export async function openViewerSite(headers: Record<string, string> = {}): Promise<ViewerSite> {
  const folder = await ensurePageBuilt()
  const requestCounts = new Map<string, number>()
  const customResponses = new Map<string, Uint8Array | number>()
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname)
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1)
    const customResponse = customResponses.get(path)
    if (typeof customResponse === 'number') return response.writeHead(customResponse).end()
    const bytes = customResponse ?? readFileAt(path, folder)
    if (!bytes) return response.writeHead(404).end()
    const type = TYPES[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream')
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length, ...headers }).end(bytes)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requestCounts,
    customResponses,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function readFileAt(path: string, folder: string): Uint8Array | null {
  const file = path.startsWith('/demo/') ? join(ROOT, path) : join(folder, path === '/' ? 'index.html' : path)
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : null
}
