import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { drawn } from '../support/drawn.ts'
import { type Call, MixedWriter, renewed } from '../support/mixed-writer.ts'
import { noPostgres, TestPostgres } from '../support/postgres.ts'
import { randomOf } from '../support/random.ts'
import { sampledTest } from '../support/sampled-test.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const isSoak = Boolean(process.env.SOAK)
const KILLS_OVER = isSoak ? { PGlite: 500, PostgreSQL: 500 } : { PGlite: 1, PostgreSQL: 1 }
/** In an ordinary run one of them, by the commit; PGlite where there is no other. */
const STORES =
  noPostgres === undefined ? drawn('stores under kills', ['PGlite', 'PostgreSQL'], 1) : (['PGlite'] as const)
const WRITERS = 20
/** So many writes are acknowledged between one kill and the next, at most. */
const BETWEEN = 60
/** So many writes of any kind are each writer's, at least. */
const LEAST_WRITES = isSoak ? 50 : 6
/** A start is waited for as long as it takes; in a long run on a machine of its own it must be short. */
const RESTART_MS = isSoak ? 10_000 : Number.POSITIVE_INFINITY

describe.each(STORES)('over %s', (store) => {
  const KILLS = KILLS_OVER[store]
  let folder: string
  let postgres: TestPostgres | undefined
  let env: Record<string, string> = {}
  let server: ServerProcess
  let token: string

  const start = async () => {
    server = await startServer(folder, env)
  }
  const ask: Call = async (what, body, headers = {}) => {
    const [method = 'GET', path] = what.split(' ')
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const signIn = async () => {
    const credentials = { email: 'developer@atelier.example', password: 'atelier-demo-1' }
    token = (await ask('POST /v1/auth/login', credentials, { authorization: '' })).body.token
  }
  const call = renewed(ask, signIn)

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

  sampledTest(
    `what was acknowledged is there after kills under ${WRITERS} writers, once and whole`,
    async () => {
      const { body: tag } = await call('POST /v1/tags', { name: 'Killed', color: 'olive' })
      const { body: seeded } = await call('GET /v1/assets?limit=1&type=hair')
      const { modelUrl, iconUrl } = seeded.data[0]
      const random = randomOf(37)
      let [kills, sinceKill, writes, slowest] = [0, 0, 0, 0]
      let until = 1 + random.below(BETWEEN)
      let restarting: Promise<unknown> = Promise.resolve()
      let isBeingKilled = false
      const writers = Array.from(
        { length: WRITERS },
        (_, n) =>
          new MixedWriter({
            call,
            whenBack: () => restarting,
            random: randomOf(n),
            name: `Killed ${n}.`,
            asset: { type: 'hair', gender: 'neutral', modelUrl, iconUrl },
            tagId: tag.tagId,
          }),
      )

      const killNow = async () => {
        await server.kill()
        const begun = performance.now()
        await start()
        slowest = Math.max(slowest, performance.now() - begun)
        isBeingKilled = false
      }
      await Promise.all(
        writers.map(async (writer) => {
          for (let n = 0; kills < KILLS || isBeingKilled || n < LEAST_WRITES; n += 1) {
            await writer.write()
            writes += 1
            sinceKill += 1
            if (sinceKill < until || isBeingKilled || kills >= KILLS) continue
            isBeingKilled = true
            kills += 1
            sinceKill = 0
            until = 1 + random.below(BETWEEN)
            restarting = killNow()
          }
        }),
      )
      await restarting
      expect(writers.flatMap(({ faults }) => faults)).toEqual([])

      const wanted = writers.flatMap(({ assets }) => assets)
      const lives = await all('assets?search=Killed')
      const trashed = await all('assets/trash?search=Killed')
      const found = new Map([...lives, ...trashed].map((one) => [one.id, one]))
      expect([lives.length + trashed.length, found.size]).toEqual([wanted.length, wanted.length])
      const inTrash = new Set(trashed.map(({ id }) => id))
      const stands = wanted.map(({ id }) => {
        const { name, locked, tags } = found.get(id)!
        return { id, name, isLocked: locked, isTagged: tags.length > 0, isTrashed: inTrash.has(id) }
      })
      expect(stands).toEqual(wanted.map(({ actions: _, ...it }) => it))
      // Whole: what is written in the same transaction is there too, once.
      const live = wanted.filter(({ isTrashed }) => !isTrashed)
      for (const { id, actions } of isSoak ? live : live.slice(-100)) {
        const { body } = await call(`GET /v1/assets/${id}/backoffice-changelog?limit=100&order=at`)
        expect([id, body.data.map(({ action }: { action: string }) => action)]).toEqual([id, actions.slice(0, 100)])
      }
      const lost = writers.reduce((sum, writer) => sum + writer.lost, 0)
      console.log(
        `${store}: ${kills} kills, ${writes} writes, ${lost} answers lost, slowest restart ${Math.round(slowest)} ms`,
      )
      expect([kills, lost > 0]).toEqual([KILLS, true])
      expect(slowest).toBeLessThan(RESTART_MS)
    },
    7_200_000,
  )

  async function all(what: string): Promise<{ id: string; name: string; locked: boolean; tags: string[] }[]> {
    const found = []
    for (let page = 1, goesOn = true; goesOn; page++) {
      const { body } = await call(`GET /v1/${what}&limit=100&order=name&page=${page}`)
      found.push(...body.data)
      goesOn = body.pagination.hasNextPage
    }
    return found
  }
})
