import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTokenService } from '../../../server/auth/load-token-service.ts'
import { createSigningKey, type SigningKey } from '../../../server/auth/signing-keys.ts'
import { acceptEnvKeys, listStoredKeys, loadStoredKeys, reloadStoredKeys } from '../../../server/auth/stored-keys.ts'
import { createTokenService } from '../../../server/auth/token-service.ts'
import { StartupError } from '../../../server/errors/startup-error.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { runKeysCommand } from '../../support/run-keys-command.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'

const SECRET = 'a-secret-of-thirty-two-bytes-or-more'
const CLAIMS = { sub: 'u', ability: [], anonymous: false, sid: 's' }
const DAY_MS = 86_400_000
// A start takes up to a minute on a busy machine.
const SOON = { timeout: 120_000, interval: 50 }
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** Server processes with separate data folders, sharing one PostgreSQL. */
if (postgresSkipReason) {
  test.skip(`skipped: ${postgresSkipReason}`, () => {})
} else {
  let postgres: TestPostgres
  let localServer: TestServer
  let folder: string
  const processes: ServerProcess[] = []

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    localServer = await openTestServer({ url: postgres.url, workers: 0 })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-shared-keys-'))
    await localServer.reset()
  })
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((it) => it.kill()))
    await rm(folder, { recursive: true, force: true })
  })
  afterAll(async () => {
    await localServer.close()
    await postgres.remove()
  })

  const envWith = (more: Record<string, string>) => ({
    DATABASE_URL: postgres.url,
    SEED_DEMO: '0',
    WORKERS: '0',
    ...more,
  })
  const start = async (name: string, more: Record<string, string> = {}) => {
    const server = await startServer(join(folder, name), envWith(more))
    processes.push(server)
    return server
  }
  const guestAt = async ({ url }: ServerProcess): Promise<string> => {
    const response = await fetch(`${url}/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await response.json()) as { token: string }).token
  }
  const statusAt = async ({ url }: ServerProcess, token: string) =>
    (await fetch(`${url}/v1/assets`, { headers: { authorization: `Bearer ${token}` } })).status
  const statuses = (token: string) => Promise.all(processes.map((server) => statusAt(server, token)))
  const keys = async (args: string[], more: Record<string, string> = {}) =>
    (await runKeysCommand(args, { DATA_DIR: join(folder, 'cli'), ...envWith(more) })).output
  const kidOf = (token: string) => decodeProtectedHeader(token).kid
  const open = (more: Partial<Parameters<typeof loadTokenService>[0]> = {}) =>
    loadTokenService({ DATABASE_URL: postgres.url, DATA_DIR: folder, ...more }, localServer.deps.db, () => new Date())
  const store = (now = () => new Date(), secret?: string) => ({ db: localServer.deps.db, now, secret })

  test('processes accept each other’s tokens, follow a rotation while running, and refuse a revoked key', async () => {
    await start('one', { KEYS_SECRET: SECRET })
    await start('other', { KEYS_SECRET: SECRET })
    const [one, other] = processes as [ServerProcess, ServerProcess]
    const first = await guestAt(one)
    expect(kidOf(await guestAt(other))).toBe(kidOf(first))
    expect(await statuses(first)).toEqual([200, 200])

    const printed = await keys(['rotate'], { KEYS_SECRET: SECRET })
    expect(printed.split('\n').map((line) => line.split('  ')[0])).toEqual([kidOf(first), expect.any(String), ''])
    await vi.waitFor(async () => expect(kidOf(await guestAt(one))).not.toBe(kidOf(first)), SOON)
    const second = await guestAt(one)
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ])
    await vi.waitFor(async () => expect(kidOf(await guestAt(other))).toBe(kidOf(second)), SOON)

    expect(await keys(['revoke', kidOf(first)!], { KEYS_SECRET: SECRET })).toMatch(/^\S+ {2}created \S+ {2}signs\n$/)
    await vi.waitFor(async () => expect(await statuses(first)).toEqual([401, 401]), SOON)
    expect(await statuses(second)).toEqual([200, 200])

    await keys(['revoke', kidOf(second)!], { KEYS_SECRET: SECRET })
    await vi.waitFor(async () => expect(await statuses(second)).toEqual([401, 401]), SOON)
    await vi.waitFor(async () => expect(await statuses(await guestAt(other))).toEqual([200, 200]), SOON)
    // No private key was printed, and no private key is readable in the database.
    const { rows } = await sql<{ private_key: string; is_sealed: boolean }>`select * from signing_keys`.execute(
      localServer.deps.db,
    )
    const { keys: opened } = await loadStoredKeys(store(undefined, SECRET))
    expect(rows.map(({ is_sealed }) => is_sealed)).toEqual([true])
    expect(rows[0]!.private_key).not.toContain(opened[0]!.d!)
    expect(await keys(['list'])).not.toContain(opened[0]!.d!)
  })

  test('processes refuse to start with TOKEN_KEYS that differ from those of a running process', async () => {
    const [mine, others] = [await createSigningKey(new Date()), await createSigningKey(new Date())]
    const settingsWith = (key: object) => ({ TOKEN_KEYS: JSON.stringify({ keys: [key] }) })
    await start('one', settingsWith(mine))
    await expect(start('other', settingsWith(others))).rejects.toThrow(
      /^The server did not start: TOKEN_KEYS differ from those of the other processes of this database: [^\n]+\.\n$/,
    )
    expect(await keys(['rotate'])).toMatch(/^The signing keys come from TOKEN_KEYS: [^\n]+\.\n$/)
  })

  test('the first process stores the keys of its data folder in the database, and later processes use them', async () => {
    const before = await createSigningKey(new Date())
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [before] }))
    const token = await (await open()).sign(CLAIMS)
    expect(kidOf(token)).toBe(before.kid)
    // Another process with its own file uses the keys in the database.
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [await createSigningKey(new Date())] }))
    const other = await open()
    expect([kidOf(await other.sign(CLAIMS)), (await other.verify(token)).sub]).toEqual([before.kid, 'u'])
  })

  test('processes start with changed TOKEN_KEYS only after npm run keys -- accept', async () => {
    const [mine, others] = [await createSigningKey(new Date()), await createSigningKey(new Date())]
    const settingsWith = (...all: SigningKey[]) => ({ TOKEN_KEYS: { keys: all } })
    const startsWith = (more: Parameters<typeof open>[0]) =>
      open(more).then(
        () => 'started',
        (error) => (error instanceof StartupError ? error.message : Promise.reject(error)),
      )
    expect(await startsWith(settingsWith(mine))).toBe('started')
    expect(await startsWith({})).toBe(
      'The other processes of this database use TOKEN_KEYS: set the same keys here, or run "npm run keys -- accept" without TOKEN_KEYS to store the keys in the database.',
    )
    await acceptEnvKeys(store(), { keys: [mine, others] })
    expect(await startsWith(settingsWith(others, mine))).toBe('started')
    expect(await startsWith(settingsWith(mine))).toContain('TOKEN_KEYS differ')
    await acceptEnvKeys(store(), undefined)
    expect(await startsWith({})).toBe('started')
    expect(await startsWith(settingsWith(mine))).toBe(
      'This database has signing keys, which the other processes use: start without TOKEN_KEYS, or run "npm run keys -- accept" with TOKEN_KEYS and restart all processes with them.',
    )
  })

  test('processes that rotate the keys at the same time create one new key', async () => {
    await loadStoredKeys(store())
    const later = () => new Date(Date.now() + 91 * DAY_MS)
    const rings = await Promise.all(Array.from({ length: 8 }, () => reloadStoredKeys(store(later))))
    const kids = (await listStoredKeys(localServer.deps.db)).map(({ kid }) => kid)
    expect(kids).toHaveLength(2)
    expect(rings.map((ring) => ring.keys.map(({ kid }) => kid))).toEqual(Array(8).fill(kids))
    // A replaced key loses its private half, and verifies tokens for two more days.
    expect(rings[0]!.keys.map(({ d }) => typeof d)).toEqual(['undefined', 'string'])
    await reloadStoredKeys(store(() => new Date(Date.now() + 182 * DAY_MS)))
    expect((await listStoredKeys(localServer.deps.db)).map(({ kid }) => kid)).toEqual([kids[1], expect.any(String)])
  })

  test('processes encrypt a stored key once KEYS_SECRET is set, and refuse a wrong or missing KEYS_SECRET', async () => {
    const { keys: plain } = await loadStoredKeys(store())
    expect((await loadStoredKeys(store(undefined, SECRET))).keys).toEqual(plain)
    await expect(loadStoredKeys(store())).rejects.toThrow(
      'The signing key in this database is encrypted: set KEYS_SECRET to the secret of the other processes.',
    )
    await expect(loadStoredKeys(store(undefined, `${SECRET}!`))).rejects.toThrow(
      'KEYS_SECRET does not decrypt the signing key in this database',
    )
    // A running process with the previous secret still verifies tokens, and signs with its loaded key.
    const tokens = await createTokenService({ keys: plain }, () => new Date(), {
      reload: () => reloadStoredKeys(store()),
    })
    expect(await keys(['rotate'], { KEYS_SECRET: `${SECRET}!` })).toContain('signs')
    await tokens.reload()
    const token = await tokens.sign(CLAIMS)
    expect([kidOf(token), tokens.jwks.keys.length]).toEqual([plain[0]!.kid, 2])
    expect((await tokens.verify(token)).sub).toBe('u')
  })

  test('processes refuse a replaced key two days after the rotation', async () => {
    const [first] = (await loadStoredKeys(store())).keys
    const rotatedAt = Date.now() + 91 * DAY_MS
    await reloadStoredKeys(store(() => new Date(rotatedAt)))
    const kidsAfter = async (days: number) =>
      (await reloadStoredKeys(store(() => new Date(rotatedAt + days * DAY_MS)))).keys.map(({ kid }) => kid)
    expect([await kidsAfter(1.9), await kidsAfter(2)]).toEqual([[first!.kid, expect.any(String)], [expect.any(String)]])
    expect(await kidsAfter(2)).not.toContain(first!.kid)
  })

  test('a process with another KEYS_SECRET does not rotate the keys, even if a rotation is due', async () => {
    const { keys: mine } = await loadStoredKeys(store(undefined, SECRET))
    const later = () => new Date(Date.now() + 91 * DAY_MS)
    await expect(loadStoredKeys(store(later, `${SECRET}!`))).rejects.toThrow(
      'KEYS_SECRET does not decrypt the signing key in this database',
    )
    await expect(loadStoredKeys(store(later))).rejects.toThrow('The signing key in this database is encrypted')
    // A running process with another secret does not rotate the keys. A process with the right secret does.
    await reloadStoredKeys(store(later, `${SECRET}!`))
    expect((await listStoredKeys(localServer.deps.db)).map(({ kid }) => kid)).toEqual([mine[0]!.kid])
    expect((await loadStoredKeys(store(later, SECRET))).keys.at(-1)!.d).toEqual(expect.any(String))
  })

  test('tokens name the origin of PUBLIC_URL as their audience, or the database id without PUBLIC_URL', async () => {
    const [plain, named] = [await open(), await open({ PUBLIC_URL: 'https://atelier.example/app' })]
    const token = await named.sign(CLAIMS)
    const { store_id } = await localServer.deps.db
      .selectFrom('token_settings')
      .select('store_id')
      .executeTakeFirstOrThrow()
    expect([decodeJwt(await plain.sign(CLAIMS)).aud, decodeJwt(token).aud]).toEqual([
      store_id,
      'https://atelier.example',
    ])
    await expect(plain.verify(token)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  })
}
