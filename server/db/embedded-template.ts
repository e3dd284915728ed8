import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import { createPGlite, runMigrations } from './connect-to-database.ts'
import { migrations } from './migrations/index.ts'
import { createPgliteDialect } from './pglite-dialect.ts'
import type { Database } from './schema.ts'

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/atelier', import.meta.url))

/** File with the version of PGlite, on which the content of a new database depends. */
const VERSION = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)

/**
 * Returns a migrated, empty embedded database as a dump of PGlite. The dump is cached, because creating a database takes seconds
 * of CPU time. Dumps for other migrations are deleted.
 */
export async function loadEmbeddedTemplate(): Promise<Blob> {
  const path = await templatePath()
  const cached = await readFile(path).catch(() => undefined)
  if (cached) return new Blob([new Uint8Array(cached)])
  const pglite = await createPGlite()
  const db = new Kysely<Database>({ dialect: createPgliteDialect(pglite) })
  await runMigrations(db)
  const dump = await pglite.dumpDataDir('none')
  await db.destroy()
  await saveTemplate(path, dump)
  return dump
}

async function saveTemplate(path: string, dump: Blob): Promise<void> {
  // Renamed into place, so that concurrent processes never read an incomplete file.
  const part = `${path}.${process.pid}.${Math.random()}`
  try {
    await mkdir(FOLDER, { recursive: true })
    await writeFile(part, new Uint8Array(await dump.arrayBuffer()))
    await rename(part, path)
    const others = (await readdir(FOLDER)).filter(
      (name) => /^store-\w+\.tar$/.test(name) && join(FOLDER, name) !== path,
    )
    await Promise.all(others.map((name) => rm(join(FOLDER, name), { force: true })))
  } catch {
    // The packages are read-only or the disk is full: the next call creates the template again.
    await rm(part, { force: true }).catch(() => {})
  }
}

async function templatePath(): Promise<string> {
  const names = Object.keys(migrations)
  const sources = await Promise.all(
    [...names.map((name) => new URL(`./migrations/${name}.ts`, import.meta.url)), VERSION].map((url) =>
      readFile(url, 'utf8'),
    ),
  )
  const hash = createHash('sha256').update([...names, ...sources].join('\n'))
  return join(FOLDER, `store-${hash.digest('hex').slice(0, 16)}.tar`)
}
