import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where Vite puts the built client, below the root of the repository. */
export const CLIENT_FOLDER = join('dist', 'app')

/** What the built client is made from; when one of these is newer, it is built again. */
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

/** Files the build itself writes among the sources. */
const WRITTEN = new Set(['routes.gen.ts'])

/** Builds the client where it is missing or older than its sources. Rejects with the fault of the build. */
export async function buildClient(root: string): Promise<void> {
  const built = await modifiedAt(join(root, CLIENT_FOLDER, 'index.html'))
  const newest = await Promise.all(SOURCES.map((path) => newestIn(join(root, path))))
  if (built > Math.max(...newest)) return
  const { build } = await import('vite')
  await build({ root, logLevel: 'error', mode: 'production' })
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
