import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPGlite, runMigrations } from '../../../server/db/connect-to-database.ts'
import { openDatabase } from '../../../server/db/open-database.ts'
import { createPgliteDialect } from '../../../server/db/pglite-dialect.ts'
import type { Database } from '../../../server/db/schema.ts'
import { readSchemaFingerprint } from '../../support/schema-fingerprint.ts'

test('a new embedded database has the migrated schema, and keeps its rows when it is reopened', async () => {
  const migrated = new Kysely<Database>({ dialect: createPgliteDialect(await createPGlite()) })
  await runMigrations(migrated)
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'atelier-template-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const first = await openDatabase({ DATA_DIR })
  expect(await readSchemaFingerprint(first)).toBe(await readSchemaFingerprint(migrated))
  await migrated.destroy()
  await first.insertInto('meta').values({ key: 'mine', value: 'x' }).execute()
  await first.destroy()

  const again = await openDatabase({ DATA_DIR })
  expect(await again.selectFrom('meta').select('key').where('key', '=', 'mine').execute()).toEqual([{ key: 'mine' }])
  await again.destroy()
})
