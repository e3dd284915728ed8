import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPostgres, TestPostgres } from '../support/postgres.ts'
import { randomOf } from '../support/random.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const isSoak = Boolean(process.env.SOAK)
const KILLS_OVER = isSoak ? { PGlite: 500, PostgreSQL: 500 } : { PGlite: 3, PostgreSQL: 1 }
const WRITERS = 20
/** So many writes are acknowledged between one kill and the next, at most. */
const BETWEEN = 60
/** A start is waited for as long as it takes; in a long run on a machine of its own it must be short. */
const RESTART_MS = isSoak ? 10_000 : 60_000

describe.each([['PGlite'], ['PostgreSQL']] as const)('over %s', (store) => {
  const KILLS = KILLS_OVER[store]
  const isSkipped = store === 'PostgreSQL' && noPostgres !== undefined
  let folder: string
  let postgres: TestPostgres | undefined
  let env: Record<string, string> = {}
  let server: ServerProcess
  let token: string

  const start = async () => {
    server = await startServer(folder, env)
  }
  const call = async (what: string, body?: object, headers: Record<string, string> = {}) => {
    const [method = 'GET', path] = what.split(' ')
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: await answer.json() }
  }

  beforeAll(async () => {
    if (isSkipped) return
    folder = await mkdtemp(join(tmpdir(), 'atelier-kills-'))
    postgres = store === 'PostgreSQL' ? await TestPostgres.create() : undefined
    if (postgres) env = { DATABASE_URL: postgres.url }
    await start()
    token = ''
    await signIn()
  }, 120_000)
  afterAll(async () => {
    if (isSkipped) return
    await server?.kill()
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  const signIn = async () => {
    const credentials = { email: 'developer@atelier.example', password: 'atelier-demo-1' }
    token = (await call('POST /v1/auth/login', credentials)).body.token
  }

  test.skipIf(isSkipped)(
    `what was acknowledged is there after kills under ${WRITERS} writers, once and whole`,
    { timeout: 7_200_000 },
    async () => {
      const { body: tag } = await call('POST /v1/tags', { name: 'Killed', color: 'olive' })
      const { body: seeded } = await call('GET /v1/assets?limit=1&type=hair')
      const { modelUrl, iconUrl } = seeded.data[0]
      const random = randomOf(37)
      /** The id each key was told, the first time. */
      const acknowledged = new Map<string, string>()
      const faults: string[] = []
      let [kills, sinceKill, next, slowest, lost] = [0, 0, 0, 0, 0]
      let until = 1 + random.below(BETWEEN)
      let restarting: Promise<unknown> = Promise.resolve()
      let isBeingKilled = false

      const killNow = async () => {
        await server.kill()
        const begun = performance.now()
        await start()
        slowest = Math.max(slowest, performance.now() - begun)
        await signIn()
        isBeingKilled = false
      }
      const write = async (): Promise<void> => {
        while (kills < KILLS || isBeingKilled) {
          const n = next++
          const body = { name: `Killed ${n}`, type: 'hair', gender: 'neutral', modelUrl, iconUrl, tags: [tag.tagId] }
          const send = () => call('POST /v1/assets', body, { 'idempotency-key': `kill-${n}` })
          // Who hears nothing asks again with the same key, as the client does, until there is an answer.
          let answer = await send().catch(() => undefined)
          while (answer === undefined) {
            lost += 1
            await restarting
            answer = await send().catch(() => undefined)
          }
          if (answer.status !== 201) faults.push(`${n}: ${answer.status} ${JSON.stringify(answer.body)}`)
          else acknowledged.set(`Killed ${n}`, answer.body.id)
          sinceKill += 1
          if (sinceKill < until || isBeingKilled || kills >= KILLS) continue
          isBeingKilled = true
          kills += 1
          sinceKill = 0
          until = 1 + random.below(BETWEEN)
          restarting = killNow()
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, write))
      await restarting
      expect(faults).toEqual([])

      const there: { id: string; name: string; tags: string[] }[] = []
      for (let page = 1, goesOn = true; goesOn; page++) {
        const { body } = await call(`GET /v1/assets?search=Killed&limit=100&order=createdAt&page=${page}`)
        there.push(...body.data)
        goesOn = body.pagination.hasNextPage
      }
      const found = new Map(there.map(({ id, name }) => [name, id]))
      expect([...acknowledged].filter(([name, id]) => found.get(name) !== id)).toEqual([])
      expect([there.length, found.size]).toEqual([next, next])
      // Whole: what is written in the same transaction is there too.
      expect(there.filter(({ tags }) => tags.join() !== tag.tagId)).toEqual([])
      for (const { id } of isSoak ? there : there.slice(-100)) {
        const { body } = await call(`GET /v1/assets/${id}/backoffice-changelog`)
        expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['created'])
      }
      console.log(
        `${store}: ${kills} kills, ${acknowledged.size} writes, ${lost} answers lost, slowest restart ${Math.round(slowest)} ms`,
      )
      expect([kills, lost > 0]).toEqual([KILLS, true])
      expect(slowest).toBeLessThan(RESTART_MS)
    },
  )
})
