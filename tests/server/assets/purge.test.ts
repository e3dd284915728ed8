import { beforeEach, describe, expect, test } from 'vitest'
import { purgeTrash } from '../../../server/assets/purge-trash.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const DAY = 86_400_000

const server = setUpTestServer()
let admin: TestAccount
let developer: TestAccount
let modelUrl: string

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  modelUrl = (await server.upload(developer, buildTinyGlb())).url
})

const make = () =>
  developer.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })
const OLD = new Date(START_TIME.getTime() - 30 * DAY)
/** Inserts `count` assets whose time in the trash is over, one that is a millisecond younger, and one outside the trash. */
async function fill(count: number) {
  const row = (n: number, deleted_at: Date | null) => ({
    ...{ id: `a${n}`, name: 'A', name_key: 'a', type: 'top' as const, gender: 'male' as const },
    ...{ model_url: modelUrl, triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: admin.id },
    ...{ created_at: OLD, updated_at: OLD, deleted_at, deleted_by: deleted_at && admin.id },
  })
  const rows = Array.from({ length: count }, (_, n) => row(n, OLD))
  await server.deps.db
    .insertInto('assets')
    .values([...rows, row(5000, new Date(OLD.getTime() + 1)), row(5001, null)])
    .execute()
}
const left = async () =>
  (await server.deps.db.selectFrom('assets').select('id').orderBy('id').execute()).map(({ id }) => id)

describe('purge', () => {
  test('deletes a trashed asset permanently, and refuses an asset outside the trash', async () => {
    const { id } = await make()
    await expect(developer.client.assets.purge({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await developer.client.assets.remove({ id })
    await developer.client.assets.purge({ id })
    await expect(developer.client.assets.restore({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const log = await server.deps.db.selectFrom('changelog').select(['action', 'actor_id']).orderBy('at').execute()
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      expect.arrayContaining([
        ['deleted', developer.id],
        ['purged', developer.id],
      ]),
    )
  })

  test('deletes all assets trashed for 30 days and no others', async () => {
    await fill(1100)
    const shares: number[] = []
    const purge = { until: OLD, now: START_TIME, progress: (share: number) => void shares.push(share) }
    expect(await purgeTrash(server.deps.db, purge)).toBe(1100)
    expect([await left(), shares.map((share) => Math.round(share * 11))]).toEqual([
      ['a5000', 'a5001'],
      [5, 10, 11],
    ])
    expect(await purgeTrash(server.deps.db, purge)).toBe(0)
  })

  test('deletes each asset once in concurrent runs, and after an aborted run the remaining assets', async () => {
    await fill(600)
    const purge = { until: OLD, now: START_TIME }
    const controller = new AbortController()
    const first = purgeTrash(server.deps.db, {
      ...purge,
      signal: controller.signal,
      progress: () => controller.abort(),
    })
    await expect(first).rejects.toThrow()
    expect(await left()).toHaveLength(102)
    const counts = await Promise.all([purgeTrash(server.deps.db, purge), purgeTrash(server.deps.db, purge)])
    expect(counts[0]! + counts[1]!).toBe(100)
  })

  test('runs as an hourly maintenance job if assets are due for purging, and emits one event per asset', async () => {
    await runHourlyMaintenance(server.deps)
    const jobs = async () => (await admin.client.jobs.list({ query: { kind: ['purge'] } })).data
    expect(await jobs()).toEqual([])
    await fill(2)
    const from = server.deps.events.last
    await runHourlyMaintenance(server.deps)
    await server.deps.jobs.idle()
    expect(await jobs()).toMatchObject([{ kind: 'purge', status: 'done', progress: 1 }])
    expect((await jobs())[0]).not.toHaveProperty('ownerId')
    expect((await developer.client.jobs.list()).data).toEqual([])
    expect(await left()).toEqual(['a5000', 'a5001'])
    await server.deps.relay.catchUp()
    const events = server.deps.events.after(from, 10)
    const deletions = events === 'gap' ? [] : events.map(({ event: { key, id } }) => [key, id])
    expect(deletions.sort()).toEqual(['a0', 'a1'].map((id) => ['asset.v1.bulk-deleted', id]))
    // The server itself deleted the assets, so the events have no actor.
    const actors = await server.deps.db
      .selectFrom('outbox')
      .select('actor_id')
      .where('key', '=', 'asset.v1.bulk-deleted')
      .execute()
    expect(actors).toEqual([{ actor_id: null }, { actor_id: null }])
    const log = await server.deps.db
      .selectFrom('changelog')
      .select(['asset_id', 'actor_id', 'changes'])
      .where('action', '=', 'purged')
      .orderBy('asset_id')
      .execute()
    expect(log).toEqual(['a0', 'a1'].map((asset_id) => ({ asset_id, actor_id: 'system', changes: [] })))
  })
})
