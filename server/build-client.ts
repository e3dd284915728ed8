import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Where Vite puts the built client, below the root of the repository. */
export const CLIENT_FOLDER = join('dist', 'app')

/** Where Vite puts the viewer for other pages. */
export const VIEWER_FOLDER = join('dist', 'viewer')

/** What the built client is made from; when one of these is newer, it is built again. */
const SOURCES = ['src', 'public', 'index.html', 'embed.html', 'vite', 'vite.config.ts', 'package-lock.json']

/** What the viewer for other pages is made from. */
const VIEWER_SOURCES = ['viewer', 'src/ui/viewer', 'src/machines', 'src/ui/tokens.css', ...SOURCES.slice(-2)]

/** Files the build itself writes among the sources. */
const WRITTEN = new Set(['routes.gen.ts'])

/**
 * Builds the client and the viewer where they are missing or older than their sources, in a process of its own: what Vite
 * holds in memory, a server would hold for as long as it runs. Rejects with what a build that failed said.
 */
export async function buildClient(root: string): Promise<void> {
  if (await isStale(root, join(CLIENT_FOLDER, 'index.html'), SOURCES)) await build(root, 'production')
  if (await isStale(root, join(VIEWER_FOLDER, 'README.md'), VIEWER_SOURCES)) await build(root, 'viewer')
}

async function build(root: string, mode: 'production' | 'viewer'): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = [vite, 'build', '--mode', mode, '--logLevel', 'error']
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch((fault: Error & { stderr?: string }) => {
    throw new Error(fault.stderr?.trim() || fault.message)
  })
}

async function isStale(root: string, made: string, sources: readonly string[]): Promise<boolean> {
  const built = await modifiedAt(join(root, made))
  const newest = await Promise.all(sources.map((path) => newestIn(join(root, path))))
  return built <= Math.max(...newest)
}

/** When the newest file of a folder, or a file itself, was changed, in milliseconds since 1970; 0 where there is none. */
async function newestIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return modifiedAt(path)
  const files = entries.filter((entry) => entry.isFile() && !WRITTEN.has(entry.name))
  const times = await Promise.all(files.map((entry) => modifiedAt(join(entry.parentPath, entry.name))))
  return Math.max(0, ...times)
}

const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
