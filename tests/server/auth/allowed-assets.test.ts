import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMongoAbility } from '@casl/ability'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ability, packAbility, type Rule, unpackAbility } from '../../../server/auth/abilities.ts'
import { allowedAssetsSql, allowedTrashedAssetsSql, usableAssetsSql } from '../../../server/auth/allowed-assets.ts'
import type { Database } from '../../../server/db/schema.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import type { Action } from '../../../src/api/contract/endpoint.ts'
import { insertAsset } from '../../support/insert-rows.ts'
import { openMemoryStore } from '../../support/memory-store.ts'
import { START_TIME } from '../../support/server.ts'

let db: Kysely<Database>

beforeAll(async () => {
  db = await openMemoryStore()
  for (const id of ['me', 'other'])
    await db.insertInto('users').values({ id, role: 'developer', created_at: START_TIME }).execute()
  for (const name of ['mine', 'theirs'])
    await db
      .insertInto('applications')
      .values({ id: name, name, name_key: name, owner_id: name === 'mine' ? 'me' : 'other', created_at: START_TIME })
      .execute()
  // Each asset exists twice: live, and in the trash with its links in separate tables.
  for (const prefix of ['', 'old ']) {
    for (const name of ['own', 'public', 'worn', 'placed', 'foreign'])
      await insertAsset(db, {
        id: `${prefix}${name}`,
        ownerId: name === 'own' ? 'me' : 'other',
        isPublic: name === 'public',
      })
    const links = [
      [`${prefix}worn`, 'me', 'theirs'],
      [`${prefix}placed`, 'other', 'mine'],
    ] as const
    for (const [asset, user, application] of links) {
      const [worn, placed] = prefix
        ? ['trashed_user_assets', 'trashed_applications']
        : ['user_assets', 'asset_applications']
      await sql`insert into ${sql.table(worn!)} (user_id, asset_id, added_at)
        values (${user}, ${asset}, ${START_TIME})`.execute(db)
      await sql`insert into ${sql.table(placed!)} (asset_id, application_id, is_visible, position)
        values (${asset}, ${application}, true, 1)`.execute(db)
    }
  }
  await db.updateTable('assets').set({ deleted_at: START_TIME }).where('id', 'like', 'old %').execute()
})
afterAll(() => db.destroy())

const abilityOf = (role: Role) =>
  unpackAbility(packAbility({ id: 'me', role, applicationIds: role === 'developer' ? ['mine'] : [] }))
const select = async (condition: RawBuilder<boolean>) =>
  (await db.selectFrom('assets').select('id').where(condition).orderBy('id').execute()).map(({ id }) => id)

const ALL = ['foreign', 'own', 'placed', 'public', 'worn']

test.each<[Role, Action, string[]]>([
  ['admin', 'delete', ALL],
  ['developer', 'read', ALL],
  ['developer', 'update', ['own', 'placed']],
  ['user', 'read', ALL],
  ['user', 'update', []],
  ['anonymous', 'read', ['public', 'worn']],
])('the role %s may %s these assets, live or in the trash: %j', async (role, action, expected) => {
  expect(await select(allowedAssetsSql(abilityOf(role), action))).toEqual(expected)
  expect(await select(allowedTrashedAssetsSql(abilityOf(role), action))).toEqual(expected.map((id) => `old ${id}`))
})

test.each<[string, Rule[], string[]]>([
  ['an unknown field', [{ action: 'read', subject: 'Asset', conditions: { color: 'red' } }], []],
  ['an empty list', [{ action: 'read', subject: 'Asset', conditions: { createdBy: { $in: [] } } }], []],
  ['null', [{ action: 'read', subject: 'Asset', conditions: { createdBy: null } }], []],
  [
    'two fields',
    [{ action: 'read', subject: 'Asset', conditions: { createdBy: 'other', defaultAuthorized: true } }],
    ['public'],
  ],
])('a rule with %s allows only matching assets', async (_, rules, expected) => {
  expect(await select(allowedAssetsSql(createMongoAbility<Ability>(rules), 'read'))).toEqual(expected)
})

test('an inverted rule is refused', () => {
  const ability = createMongoAbility<Ability>([{ action: 'read', subject: 'Asset', inverted: true }])
  expect(() => allowedAssetsSql(ability, 'read')).toThrow('Inverted rules')
})

test.each<[Role, string[]]>([
  ['developer', ['own', 'placed', 'public', 'worn']],
  ['user', ['public', 'worn']],
  ['anonymous', ['public', 'worn']],
])('the role %s may use these live assets: %j', async (role, expected) => {
  const usable = await select(usableAssetsSql({ id: 'me', ability: abilityOf(role) }))
  expect(usable.filter((id) => !id.startsWith('old '))).toEqual(expected)
})

/** Files that read assets without checking for the trash, and the reason why that is correct. */
const EXCEPTIONS = new Map([
  ['assets/asset-summary.ts', 'receives the condition for visible assets from its caller'],
  ['assets/filter.ts', 'receives the condition for visible assets from its caller'],
  ['assets/counts.ts', 'receives the condition for matching assets from its caller'],
  ['assets/write.ts', 'locks a row and checks it afterwards'],
  ['assets/changelog.ts', 'reads by an id that its caller has checked'],
  ['seed/seed-assets.ts', 'only writes'],
  ['files/sweep-files.ts', 'assets in the trash keep their files'],
  ['optimise/variant-store.ts', 'assets in the trash keep their variants'],
  ['assets/turntables.ts', 'assets in the trash keep their strips'],
  ['assets/turntable-job.ts', 'reads an asset that its caller has checked'],
  ['assets/icon-job.ts', 'reads an asset that its caller has checked'],
  ['transfer/read-assets-to-export.ts', 'joins placements in applications, which trashed assets do not have'],
  ['assets/retagging.ts', 'joins tags, which trashed assets do not have'],
])

test('every server file that queries assets mentions the trash, or is a listed exception', async () => {
  const names = (await readdir('server', { recursive: true })).filter((name) => name.endsWith('.ts'))
  const filesWithoutCheck: string[] = []
  for (const name of names.filter((name) => !name.startsWith(join('db', 'migrations')))) {
    const source = await readFile(join('server', name), 'utf8')
    const reads = /(selectFrom|[jJ]oin|updateTable)\('assets'|(from|join) assets\b/.test(source)
    if (reads && !/deleted_at|IS_LIVE|allowedAssets|allowedInTrash/.test(source)) filesWithoutCheck.push(name)
  }
  expect(filesWithoutCheck.filter((name) => !EXCEPTIONS.has(name))).toEqual([])
})
