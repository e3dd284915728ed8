import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { panoramasAsLight } from '../../viewer/panoramas.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Where other people's models lie, for the tests that also run on those; see `SHARED_DIR`. */
export const SHARED_MODELS = join(process.env['SHARED_DIR'] ?? join(ROOT, '../shared'), 'data/models')

/** Whether they are there. */
export const hasSharedModels = existsSync(SHARED_MODELS)

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
}

/** A site that holds nothing but viewers, the demo models under `/demo/` and other people's under `/shared/`. */
export interface ViewerSite {
  url: string
  /** How often each path was asked for. */
  asked: Map<string, number>
  /** Answers of a test's own, by path; a number is a status with nothing in it. */
  answers: Map<string, Uint8Array | number>
  close: () => Promise<void>
}

/** The folder with the page of viewers: the first process of a run that asks for it builds it, others wait for that. */
async function builtPage(): Promise<string> {
  const run = process.env['RUN_FOLDER']
  if (!run) throw new Error('The run has no folder: `seeded.ts` makes one.')
  const [building, built] = [join(run, 'viewers-building'), join(run, 'viewers')]
  if (isFirst(building)) {
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

/** Whether a folder was not there, which makes it: of several processes one is the first. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** Serves the page with viewers on a free port of this machine. */
export async function openViewerSite(headers: Record<string, string> = {}): Promise<ViewerSite> {
  const folder = await builtPage()
  const asked = new Map<string, number>()
  const answers = new Map<string, Uint8Array | number>()
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname)
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const own = answers.get(path)
    if (typeof own === 'number') return response.writeHead(own).end()
    const bytes = own ?? fileAt(path, folder)
    if (!bytes) return response.writeHead(404).end()
    const type = TYPES[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream')
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length, ...headers }).end(bytes)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    answers,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function fileAt(path: string, folder: string): Uint8Array | null {
  const file = path.startsWith('/demo/')
    ? join(ROOT, path)
    : path.startsWith('/shared/')
      ? join(SHARED_MODELS, path.slice('/shared/'.length))
      : join(folder, path === '/' ? 'index.html' : path)
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : null
}
