import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCheck } from '../../../server/http/readiness.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const fine = { database: 'ok', migrations: 'ok', files: 'ok', workers: 'ok' }

/** Asks until no answer kept from before is believed any more: each check keeps its own, and they do not age together. */
const ready = (of: TestServer, failing: Partial<typeof fine> = {}) =>
  vi.waitFor(
    async () => {
      const answer = await of.call('GET /readyz')
      expect(answer.body.checks).toEqual({ ...fine, ...failing })
      expect(answer.status).toBe(Object.keys(failing).length > 0 ? 503 : 200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return answer
    },
    { timeout: 5000, interval: 50 },
  )

describe('a server', () => {
  test('that is ready says what works, and nothing else', async () => {
    const { status, body } = await ready(server)
    expect([status, body]).toEqual([200, { status: 'ok', checks: fine }])
    expect((await server.call('GET /livez')).body).toEqual({ status: 'ok' })
  })

  test('whose folder of files is gone says so, and that it is back', async () => {
    const folder = join(server.folder, 'files')
    await rename(folder, `${folder}-away`)
    const { body, headers } = await ready(server, { files: 'failing' })
    expect(headers.get('retry-after')).toBe('1')
    expect(body).toEqual({
      error: { code: 'UNAVAILABLE', message: 'The server is not ready: files.', status: 503 },
      type: '/docs#UNAVAILABLE',
      title: 'Unavailable',
      status: 503,
      detail: 'The server is not ready: files.',
      checks: { ...fine, files: 'failing' },
    })
    await rename(`${folder}-away`, folder)
    await ready(server)
  })

  test('whose database lacks a migration says so', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      server.deps.db,
    )
    const { name } = rows.at(-1)!
    await sql`update kysely_migration set name = ${`${name}-not`} where name = ${name}`.execute(server.deps.db)
    await ready(server, { migrations: 'failing' })
    await sql`update kysely_migration set name = ${name} where name = ${`${name}-not`}`.execute(server.deps.db)
    await ready(server)
  })

  test('whose workers cannot read the queue says so, and that they can again', async () => {
    const { db, jobs } = server.deps
    await sql`alter table jobs rename to jobs_away`.execute(db)
    jobs.wake()
    await ready(server, { workers: 'failing' })
    await sql`alter table jobs_away rename to jobs`.execute(db)
    await ready(server)
  })

  test('whose database is gone lives all the same, and is neither ready nor healthy', async () => {
    const other = await openTestServer({ workers: 0 })
    await ready(other)
    await other.deps.db.destroy()
    const { body } = await ready(other, { database: 'failing', migrations: 'failing' })
    expect(JSON.stringify(body)).not.toMatch(/postgres|pglite|driver|connect|node_modules/i)
    expect((await other.call('GET /livez')).status).toBe(200)
    const health = await other.call('GET /health')
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '1'])
    await other.close().catch(() => {})
  })
})

describe('a check', () => {
  test('that is asked by many asks once, and hardly more often after that', async () => {
    let asked = 0
    const check = createCheck(async () => {
      asked += 1
    })
    for (let at = 0; at < 10; at += 1) await Promise.all(Array.from({ length: 100 }, check))
    expect(asked).toBe(1)
  })

  test('that hangs is no after a while, is not asked a second time, and is yes when it answers', async () => {
    let asked = 0
    let answer = () => {}
    const check = createCheck(
      () => {
        asked += 1
        return new Promise<void>((resolve) => {
          answer = resolve
        })
      },
      60_000,
      30,
    )
    expect(await Promise.all([check(), check(), check()])).toEqual([false, false, false])
    expect(await check()).toBe(false)
    expect(asked).toBe(1)
    answer()
    await vi.waitFor(async () => expect(await check()).toBe(true))
    expect(asked).toBe(1)
  })

  test('never waits for one who asks often, and tells within its time what has changed', async () => {
    let [isFine, asked] = [true, 0]
    const check = createCheck(
      async () => {
        asked += 1
        if (!isFine) throw new Error('away')
      },
      100,
      50,
    )
    expect(await check()).toBe(true)
    isFine = false
    await vi.waitFor(async () => expect(await check()).toBe(false), { interval: 5 })
    isFine = true
    await vi.waitFor(async () => expect(await check()).toBe(true), { interval: 5 })
    expect(asked).toBeLessThan(20)
  })
})
