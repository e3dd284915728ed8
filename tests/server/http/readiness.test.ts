import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCachedCheck } from '../../../server/http/readiness.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const ALL_OK = { database: 'ok', migrations: 'ok', files: 'ok', workers: 'ok' }

/** Polls until all cached results are renewed; each check has its own cache. */
const ready = (of: TestServer, failing: Partial<typeof ALL_OK> = {}, status = 200) =>
  vi.waitFor(
    async () => {
      const response = await of.call('GET /readyz')
      expect(response.body.checks).toEqual({ ...ALL_OK, ...failing })
      expect(response.status).toBe(status)
      expect(response.headers.get('cache-control')).toBe('no-store')
      return response
    },
    { timeout: 5000, interval: 50 },
  )

describe('a server', () => {
  test('that is ready responds with the status of each check, and nothing else', async () => {
    const { status, body } = await ready(server)
    expect([status, body]).toEqual([200, { status: 'ok', checks: ALL_OK }])
    expect((await server.call('GET /livez')).body).toEqual({ status: 'ok' })
  })

  test('is degraded while the file storage is missing, and ok after its return', async () => {
    const folder = join(server.folder, 'files')
    await rename(folder, `${folder}-away`)
    const { body } = await ready(server, { files: 'failing' })
    expect(body).toEqual({ status: 'degraded', checks: { ...ALL_OK, files: 'failing' } })
    await rename(`${folder}-away`, folder)
    await ready(server)
  })

  test('is not ready while a database migration is missing, and ready afterwards', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      server.deps.db,
    )
    const { name } = rows.at(-1)!
    await sql`update kysely_migration set name = ${`${name}-not`} where name = ${name}`.execute(server.deps.db)
    const { body, headers } = await ready(server, { migrations: 'failing' }, 503)
    expect(headers.get('retry-after')).toBe('1')
    expect(body).toEqual({
      error: { code: 'UNAVAILABLE', message: 'The server is not ready: migrations.', status: 503 },
      type: '/docs#UNAVAILABLE',
      title: 'Unavailable',
      status: 503,
      detail: 'The server is not ready: migrations.',
      checks: { ...ALL_OK, migrations: 'failing' },
    })
    await sql`update kysely_migration set name = ${name} where name = ${`${name}-not`}`.execute(server.deps.db)
    await ready(server)
  })

  test('reports workers as failing while they cannot read the job queue, and as ok afterwards', async () => {
    const { db, jobs } = server.deps
    await sql`alter table jobs rename to jobs_away`.execute(db)
    jobs.wake()
    await ready(server, { workers: 'failing' })
    await sql`alter table jobs_away rename to jobs`.execute(db)
    await ready(server)
  })

  test('without a database is alive, but neither ready nor healthy', async () => {
    const other = await openTestServer({ workers: 0 })
    await ready(other)
    await other.deps.db.destroy()
    const { body } = await ready(other, { database: 'failing', migrations: 'failing' }, 503)
    expect(JSON.stringify(body)).not.toMatch(/postgres|pglite|driver|connect|node_modules/i)
    expect((await other.call('GET /livez')).status).toBe(200)
    const health = await other.call('GET /health')
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '1'])
    await other.close().catch(() => {})
  })
})

describe('a cached readiness check', () => {
  test('runs once for 100 concurrent callers, and responds from its cache afterwards', async () => {
    let probes = 0
    const check = createCachedCheck(async () => {
      probes += 1
    })
    for (let at = 0; at < 10; at += 1) await Promise.all(Array.from({ length: 100 }, check))
    expect(probes).toBe(1)
  })

  test('that hangs fails after its timeout, does not run twice, and succeeds once it responds', async () => {
    let probes = 0
    let response = () => {}
    const check = createCachedCheck(
      () => {
        probes += 1
        return new Promise<void>((resolve) => {
          response = resolve
        })
      },
      60_000,
      30,
    )
    expect(await Promise.all([check(), check(), check()])).toEqual([false, false, false])
    expect(await check()).toBe(false)
    expect(probes).toBe(1)
    response()
    await vi.waitFor(async () => expect(await check()).toBe(true))
    expect(probes).toBe(1)
  })

  test('reports changes to a frequent caller, without a run for every call', async () => {
    let [isFine, probes] = [true, 0]
    const check = createCachedCheck(
      async () => {
        probes += 1
        if (!isFine) throw new Error('unreachable')
      },
      100,
      50,
    )
    expect(await check()).toBe(true)
    isFine = false
    await vi.waitFor(async () => expect(await check()).toBe(false), { interval: 5 })
    isFine = true
    await vi.waitFor(async () => expect(await check()).toBe(true), { interval: 5 })
    expect(probes).toBeLessThan(20)
  })
})
