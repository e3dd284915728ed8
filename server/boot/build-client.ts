import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Output folder of the built client, relative to the root of the repository. */
export const CLIENT_FOLDER = join('dist', 'app')

export const VIEWER_FOLDER = join('dist', 'viewer')

/** Inputs of the client build. The client is rebuilt when an input is newer than the build. */
const SOURCES = ['src', 'public', 'index.html', 'embed.html', 'vite', 'vite.config.ts', 'package-lock.json']

const VIEWER_SOURCES = ['viewer', 'src/ui/viewer', 'src/machines', 'src/ui/tokens.css', ...SOURCES.slice(-2)]

const GENERATED_FILES = new Set(['routes.gen.ts'])

/**
 * Builds client and viewer if they are missing or older than their sources. Runs Vite in a separate process, so that its
 * memory is freed afterwards. Rejects with the output of a failed build.
 */
export async function buildClient(root: string): Promise<void> {
  if (await isStale(root, join(CLIENT_FOLDER, 'index.html'), SOURCES)) await build(root, 'production')
  if (await isStale(root, join(VIEWER_FOLDER, 'README.md'), VIEWER_SOURCES)) await build(root, 'viewer')
}

async function build(root: string, mode: 'production' | 'viewer'): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  const args = [vite, 'build', '--mode', mode, '--logLevel', 'error']
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr?.trim() || error.message)
  })
}

async function isStale(root: string, builtFile: string, sources: readonly string[]): Promise<boolean> {
  const built = await readModificationTime(join(root, builtFile))
  const newest = await Promise.all(sources.map((path) => readLatestModification(join(root, path))))
  return built <= Math.max(...newest)
}

/** Returns the latest modification time of a file or of the files in a folder, in milliseconds since 1970; 0 without files. */
async function readLatestModification(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return readModificationTime(path)
  const files = entries.filter((entry) => entry.isFile() && !GENERATED_FILES.has(entry.name))
  const times = await Promise.all(files.map((entry) => readModificationTime(join(entry.parentPath, entry.name))))
  return Math.max(0, ...times)
}

const readModificationTime = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
