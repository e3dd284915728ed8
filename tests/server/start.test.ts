import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

interface Run {
  child: ChildProcess
  out: () => string
  err: () => string
  ended: Promise<number | null>
}

let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-start-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts a script with the client left unbuilt (`--dev`), so that a start costs what the server costs. */
function run(script: string, env: Record<string, string>, options: string[] = ['--dev'], uid?: number): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', `server/${script}`, ...options], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  running.add(child)
  const texts = { out: '', err: '' }
  child.stdout?.on('data', (text) => (texts.out += text))
  child.stderr?.on('data', (text) => (texts.err += text))
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  ended.then(() => running.delete(child))
  return { child, out: () => texts.out, err: () => texts.err, ended }
}

/** Waits for the line that tells where the server is. */
async function ready({ child, out, err, ended }: Run): Promise<string> {
  const line = new Promise<string>((resolve) =>
    child.stdout?.on('data', () => out().includes('\n') && resolve(out().split('\n')[0]!)),
  )
  const url = /http:\/\/\S+?(?=[.\s]|$)/.exec(await Promise.race([line, ended.then(() => '')]))?.[0]
  if (!url) throw new Error(`The server did not start: ${err()}`)
  return url
}

const signIn = (url: string) =>
  fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@atelier.example', password: 'atelier-demo-1' }),
  })

test('a server takes its folder alone, keeps it until it is killed, and stops in peace', async () => {
  const first = run('main.ts', {})
  const url = await ready(first)
  expect(first.out().trim().split('\n')).toHaveLength(1)
  expect(first.out()).toContain('admin@atelier.example')
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect((await signIn(url)).status).toBe(200)

  const port = new URL(url).port
  const [second, admin, busy] = [
    run('main.ts', {}),
    run('admin.ts', {}, ['user@atelier.example']),
    run('main.ts', { DATA_DIR: join(folder, 'other'), PORT: port }),
  ]
  expect(await Promise.all([second.ended, admin.ended, busy.ended])).toEqual([1, 1, 1])
  const inUse = `The data folder ${join(folder, 'data')} is in use by another process (${first.child.pid}).\n`
  expect([second.err(), admin.err()]).toEqual([inUse, inUse])
  expect(busy.err()).toBe(`Port ${port} is in use already; choose another with PORT.\n`)

  first.child.kill('SIGKILL')
  await first.ended
  const promoted = run('admin.ts', {}, ['user@atelier.example'])
  expect(await promoted.ended).toBe(0)
  expect(promoted.out()).toBe('user@atelier.example is an admin now, from the next sign-in on.\n')

  const again = run('main.ts', {})
  const next = await ready(again)
  expect((await signIn(next)).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  expect(again.err()).toBe('')
}, 120_000)

test('of two starts at the same instant one has the folder', async () => {
  const env = { DATA_DIR: join(folder, 'race'), SEED_DEMO: '0' }
  const runs = [run('main.ts', env), run('start.ts', env)]
  const outcomes = await Promise.all(
    runs.map((it) =>
      Promise.race([ready(it).then(() => 'ready'), it.ended.then((code) => `ended ${code}`)]).catch(() => 'ended 1'),
    ),
  )
  expect(outcomes.sort()).toEqual(['ended 1', 'ready'])
  for (const { child } of runs) child.kill('SIGTERM')
  await Promise.all(runs.map(({ ended }) => ended))
}, 60_000)

describe('a start that cannot be', () => {
  test.each([
    ['PORT', 'http', 'PORT must be a whole number.'],
    ['DATA_DIR', '/proc/nowhere', 'The data folder /proc/nowhere cannot be written to.'],
  ])(
    'says in one sentence what is wrong with %s=%s',
    async (name, value, sentence) => {
      const it = run('main.ts', { [name]: value })
      expect([await it.ended, it.err(), it.out()]).toEqual([1, `${sentence}\n`, ''])
    },
    60_000,
  )

  test('says that no database answers at DATABASE_URL', async () => {
    const closed = await freePort()
    const it = run('main.ts', { DATA_DIR: join(folder, 'pg'), DATABASE_URL: `postgres://x:y@127.0.0.1:${closed}/z` })
    expect(await it.ended).toBe(1)
    expect(it.err()).toMatch(/^The database at DATABASE_URL cannot be opened: .+\n$/)
  }, 60_000)

  test.skipIf(process.getuid?.() !== 0)(
    'says that a folder of another account is not writable',
    async () => {
      const path = join(folder, 'locked')
      await mkdir(path)
      await chmod(folder, 0o755)
      await chmod(path, 0o555)
      const it = run('main.ts', { DATA_DIR: path }, ['--dev'], 65534)
      expect([await it.ended, it.err()]).toEqual([1, `The data folder ${path} cannot be written to.\n`])
    },
    60_000,
  )

  test('says whose account is missing', async () => {
    const env = { DATA_DIR: join(folder, 'race') }
    const [nobody, unknown] = [run('admin.ts', env, []), run('admin.ts', env, ['a@house.example'])]
    expect([await nobody.ended, nobody.err()]).toEqual([1, 'Say whose account: npm run admin -- EMAIL\n'])
    expect([await unknown.ended, unknown.err()]).toEqual([1, 'There is no account with the address a@house.example.\n'])
  }, 60_000)
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
