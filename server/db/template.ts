import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import { migrations } from './migrations/index.ts'
import { createPGlite, migrate } from './open.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import type { Database } from './schema.ts'

/** Where what can be made again is kept. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/atelier', import.meta.url))

/** What a new database is made of depends on its version. */
const VERSION = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)

/**
 * What an embedded store begins as: migrated and empty, in the form in which PGlite dumps and loads it. To make a database and to
 * migrate it takes seconds of the processor, so it is done once for these migrations and kept beside the packages, where that can be; what is kept for others goes.
 */
export async function template(): Promise<Blob> {
  const path = await pathOf()
  const kept = await readFile(path).catch(() => undefined)
  if (kept) return new Blob([new Uint8Array(kept)])
  const pglite = await createPGlite()
  const db = new Kysely<Database>({ dialect: pgliteDialect(pglite) })
  await migrate(db)
  const dump = await pglite.dumpDataDir('none')
  await db.destroy()
  await keep(path, dump)
  return dump
}

async function keep(path: string, dump: Blob): Promise<void> {
  // Renamed into place: of several processes that make one at the same time, none reads half of another's.
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
    // Packages that cannot be written to, or no room: the next store is made anew.
    await rm(part, { force: true }).catch(() => {})
  }
}

async function pathOf(): Promise<string> {
  const names = Object.keys(migrations)
  const sources = await Promise.all(
    [...names.map((name) => new URL(`./migrations/${name}.ts`, import.meta.url)), VERSION].map((url) =>
      readFile(url, 'utf8'),
    ),
  )
  const hash = createHash('sha256').update([...names, ...sources].join('\n'))
  return join(FOLDER, `store-${hash.digest('hex').slice(0, 16)}.tar`)
}
