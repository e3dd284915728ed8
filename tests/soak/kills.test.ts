import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresSkipReason, TestPostgres } from '../support/postgres.ts'
import { createRandom } from '../support/random.ts'
import { type ApiCall, RandomWriter, withTokenRenewal } from '../support/random-writer.ts'
import { sampleNames } from '../support/sampling.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const isSoak = Boolean(process.env.SOAK)
const KILL_COUNTS = isSoak ? { PGlite: 500, PostgreSQL: 500 } : { PGlite: 1, PostgreSQL: 1 }
/** Databases to test. An ordinary run chooses one by the number of commits. Without PostgreSQL, only PGlite is tested. */
const STORES =
  postgresSkipReason === undefined ? sampleNames('stores under kills', ['PGlite', 'PostgreSQL']) : (['PGlite'] as const)
const WRITERS = 20
const MAX_WRITES_BETWEEN_KILLS = 60
/** Minimum number of writes of each writer. */
const MIN_WRITES = isSoak ? 50 : 6
/** Maximum restart time, in milliseconds. Only a soak run, which has its own machine, limits the time. */
const RESTART_MS = isSoak ? 10_000 : Number.POSITIVE_INFINITY

describe.each(STORES)('the database %s', (store) => {
  const KILLS = KILL_COUNTS[store]
  let folder: string
  let postgres: TestPostgres | undefined
  let env: Record<string, string> = {}
  let server: ServerProcess
  let token: string

  const start = async () => {
    server = await startServer(folder, env)
  }
  const request: ApiCall = async (apiPath, body, headers = {}) => {
    const [method = 'GET', path] = apiPath.split(' ')
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: await response.json() }
  }
  const signIn = async () => {
    const credentials = { email: 'developer@atelier.example', password: 'atelier-demo-1' }
    token = (await request('POST /v1/auth/login', credentials, { authorization: '' })).body.token
  }
  const call = withTokenRenewal(request, signIn)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-kills-'))
    postgres = store === 'PostgreSQL' ? await TestPostgres.create() : undefined
    if (postgres) env = { DATABASE_URL: postgres.url }
    await start()
    await signIn()
  })
  afterAll(async () => {
    await server?.kill()
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test(`keeps each acknowledged write complete and exactly once when the server is killed during writes`, async () => {
    const { body: tag } = await call('POST /v1/tags', { name: 'Killed', color: 'olive' })
    const { body: seeded } = await call('GET /v1/assets?limit=1&type=hair')
    const { modelUrl, iconUrl } = seeded.data[0]
    const random = createRandom(37)
    let [kills, sinceKill, writes, slowestMs] = [0, 0, 0, 0]
    let killAfter = 1 + random.integerBelow(MAX_WRITES_BETWEEN_KILLS)
    let restarting: Promise<unknown> = Promise.resolve()
    let isBeingKilled = false
    const writers = Array.from(
      { length: WRITERS },
      (_, n) =>
        new RandomWriter({
          call,
          waitForServer: () => restarting,
          random: createRandom(n),
          name: `Killed ${n}.`,
          asset: { type: 'hair', gender: 'neutral', modelUrl, iconUrl },
          tagId: tag.tagId,
        }),
    )

    const killAndRestart = async () => {
      await server.kill()
      const startTime = performance.now()
      await start()
      slowestMs = Math.max(slowestMs, performance.now() - startTime)
      isBeingKilled = false
    }
    await Promise.all(
      writers.map(async (writer) => {
        for (let n = 0; kills < KILLS || isBeingKilled || n < MIN_WRITES; n += 1) {
          await writer.write()
          writes += 1
          sinceKill += 1
          if (sinceKill < killAfter || isBeingKilled || kills >= KILLS) continue
          isBeingKilled = true
          kills += 1
          sinceKill = 0
          killAfter = 1 + random.integerBelow(MAX_WRITES_BETWEEN_KILLS)
          restarting = killAndRestart()
        }
      }),
    )
    await restarting
    expect(writers.flatMap(({ faults }) => faults)).toEqual([])

    const expectedAssets = writers.flatMap(({ assets }) => assets)
    const listedAssets = await listAll('assets?search=Killed')
    const trashed = await listAll('assets/trash?search=Killed')
    const found = new Map([...listedAssets, ...trashed].map((asset) => [asset.id, asset]))
    expect([listedAssets.length + trashed.length, found.size]).toEqual([expectedAssets.length, expectedAssets.length])
    const inTrash = new Set(trashed.map(({ id }) => id))
    const storedAssets = expectedAssets.map(({ id }) => {
      const { name, locked, tags } = found.get(id)!
      return { id, name, isLocked: locked, isTagged: tags.length > 0, isTrashed: inTrash.has(id) }
    })
    expect(storedAssets).toEqual(expectedAssets.map(({ actions: _, ...expected }) => expected))
    // Each write also stored exactly one changelog entry.
    const live = expectedAssets.filter(({ isTrashed }) => !isTrashed)
    for (const { id, actions } of isSoak ? live : live.slice(-100)) {
      const { body } = await call(`GET /v1/assets/${id}/backoffice-changelog?limit=100&order=at`)
      expect([id, body.data.map(({ action }: { action: string }) => action)]).toEqual([id, actions.slice(0, 100)])
    }
    const lostCount = writers.reduce((sum, writer) => sum + writer.lostResponseCount, 0)
    console.log(
      `${store}: ${kills} kills, ${writes} writes, ${lostCount} responses lost, slowest restart ${Math.round(slowestMs)} ms`,
    )
    expect([kills, lostCount > 0]).toEqual([KILLS, true])
    expect(slowestMs).toBeLessThan(RESTART_MS)
  }, 7_200_000)

  async function listAll(path: string): Promise<{ id: string; name: string; locked: boolean; tags: string[] }[]> {
    const found = []
    for (let page = 1, hasNextPage = true; hasNextPage; page++) {
      const { body } = await call(`GET /v1/${path}&limit=100&order=name&page=${page}`)
      found.push(...body.data)
      hasNextPage = body.pagination.hasNextPage
    }
    return found
  }
})
