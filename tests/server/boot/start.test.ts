import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../support/free-port.ts'
import { sampledTest } from '../../support/sampled-test.ts'

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

/** Starts a script without the client (`--api`), which would slow down the start. */
function run(script: string, env: Record<string, string>, options: string[] = ['--api'], uid?: number): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', `server/cli/${script}`, ...options], {
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

/** Waits for the line that contains the server's URL. */
async function ready({ child, out, err, ended }: Run): Promise<string> {
  const line = new Promise<string>((resolve) =>
    child.stdout?.on('data', () => out().includes('\n') && resolve(out().split('\n')[0]!)),
  )
  const url = /http:\/\/\S+?(?=[.\s]|$)/.exec(await Promise.race([line, ended.then(() => '')]))?.[0]
  if (!url) throw new Error(`The server did not start: ${err()}`)
  return url
}

/** Sends a request, and repeats it while the server is overloaded, as on a busy machine. */
async function patientFetch(address: string, init?: RequestInit): Promise<Response> {
  let response: Response | undefined
  const status = async () => {
    response = await fetch(address, init)
    return response.status
  }
  await expect.poll(status, { timeout: 60_000 }).not.toBe(503)
  return response!
}

const send = (method: string, address: string, body: object) =>
  patientFetch(address, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const signIn = (url: string, email = 'admin@atelier.example', password = 'atelier-demo-1') =>
  send('POST', `${url}/v1/auth/login`, { email, password })

const setPassword = (url: string, id: string, password: string) =>
  send('PATCH', `${url}/v1/users/password-by-code`, { id, password })

/** Returns the status of a response to a request with this `Host`. Retries as {@link patientFetch} does. */
async function statusOf(url: string, path: string, host: string): Promise<number> {
  let status = 503
  const fetchOnce = () =>
    new Promise<number>((resolve, reject) =>
      get(new URL(path, url), { headers: { host } }, (response) => resolve(response.resume().statusCode ?? 0)).once(
        'error',
        reject,
      ),
    )
  await expect.poll(async () => (status = await fetchOnce()), { timeout: 60_000 }).not.toBe(503)
  return status
}

/** Runs `npm run admin`. Returns its output and the id of the link. */
async function makeAdmin(email: string, env: Record<string, string> = {}) {
  const it = run('admin.ts', env, [email])
  expect([await it.ended, it.err()]).toEqual([0, ''])
  return { output: it.out(), id: /\/reset-password\?id=([\w-]{43})\n$/.exec(it.out())?.[1] ?? '' }
}

/** Returns the server's modules that a process loaded, from the coverage that Node wrote into `reports`. */
async function loadedModules(reports: string): Promise<string[]> {
  const texts = await Promise.all((await readdir(reports)).map((name) => readFile(join(reports, name), 'utf8')))
  return texts
    .flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result)
    .flatMap(({ url }) => /\/server\/(.+\.ts)/.exec(url)?.[1] ?? [])
}

sampledTest(
  'the server locks its data folder until it is killed, and exits with code 0 on SIGTERM',
  async () => {
    const data = join(folder, 'data')
    await mkdir(data)
    await chmod(data, 0o755)
    const first = run('main.ts', {}, ['--dev'])
    const url = await ready(first)
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    expect(((await stat(data)).mode & 0o777).toString(8)).toBe('700')
    for (const name of await readdir(data))
      expect([name, (await stat(join(data, name))).mode & 0o077]).toEqual([name, 0])
    expect(first.out().trim().split('\n')).toHaveLength(1)
    expect(first.out()).toContain('admin@atelier.example')
    expect((await patientFetch(`${url}/health`)).status).toBe(200)
    expect((await signIn(url)).status).toBe(200)

    const port = new URL(url).port
    for (const path of ['/', '/openapi.json', '/src/main.tsx', '/dev/mailbox']) {
      const [ours, other] = [await statusOf(url, path, `localhost:${port}`), await statusOf(url, path, 'evil.example')]
      expect([path, ours, other]).toEqual([path, 200, 421])
    }
    // The service worker of a built client on this origin is unregistered.
    expect(await (await patientFetch(`${url}/sw.js`)).text()).toContain('unregister')
    await send('POST', `${url}/v1/users/reset-password`, { email: 'user@atelier.example' })
    const mailbox = async () => (await (await patientFetch(`${url}/dev/mailbox.json`)).json()) as { text: string }[]
    await expect.poll(async () => (await mailbox())[0]?.text ?? '').toContain(`${url}/reset-password?id=`)

    const [second, admin, busy] = [
      run('main.ts', { NODE_V8_COVERAGE: join(folder, 'modules-of-second') }),
      run('admin.ts', {}, ['user@atelier.example']),
      run('main.ts', {
        NODE_V8_COVERAGE: join(folder, 'modules-of-busy'),
        DATA_DIR: join(folder, 'other'),
        PORT: port,
      }),
    ]
    expect(await Promise.all([second.ended, admin.ended, busy.ended])).toEqual([1, 1, 1])
    const inUse = `The data folder ${join(folder, 'data')} is in use by another process (${first.child.pid}).\n`
    expect([second.err(), admin.err()]).toEqual([inUse, inUse])
    // Unlike the process that finds the port in use, the second process does not load the rest of the server.
    expect(await loadedModules(join(folder, 'modules-of-second'))).not.toContain('boot/start.ts')
    expect(await loadedModules(join(folder, 'modules-of-busy'))).toContain('boot/start.ts')
    expect(busy.err()).toBe(`Port ${port} is already in use; choose another with PORT.\n`)

    first.child.kill('SIGKILL')
    await first.ended
    const good = await makeAdmin('user@atelier.example', { PORT: '3100' })
    expect(good.output).toBe(
      `user@atelier.example is now an admin. The password stays valid until the link is used. This link sets a password. It works once and expires in an hour:\nhttp://localhost:3100/reset-password?id=${good.id}\n`,
    )

    const again = run('main.ts', {})
    const next = await ready(again)
    expect((await signIn(next)).status).toBe(200)
    const password = 'a-lighthouse-at-noon-3'
    expect((await setPassword(next, good.id, password)).status).toBe(200)
    expect((await setPassword(next, good.id, password)).status).toBe(410)
    const session = await signIn(next, 'user@atelier.example', password)
    expect([session.status, abilityOf(await session.json())]).toEqual([200, [['manage', 'all']]])
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
    expect(again.err()).toMatch(/^Stopping: finishing \d+ calls?\. The third signal exits immediately\.\n$/)

    const open = run('main.ts', { NODE_ENV: 'production', PUBLIC_URL: 'https://atelier.example' })
    expect([await open.ended, open.out(), open.err()]).toEqual([
      1,
      '',
      'This store has demo accounts with a public password (admin@atelier.example, developer@atelier.example): with NODE_ENV=production, choose another store with DATA_DIR or DATABASE_URL, or first start without NODE_ENV and change their passwords.\n',
    ])
  },
  600_000,
)

const abilityOf = ({ token }: { token: string }) => decodeJwt(token)['ability']

sampledTest(
  'only one of two servers that start concurrently gets the data folder',
  async () => {
    const env = { DATA_DIR: join(folder, 'race'), SEED_DEMO: '0' }
    const runs = [run('main.ts', env), run('main.ts', env)]
    const outcomes = await Promise.all(
      runs.map((it) =>
        Promise.race([ready(it).then(() => 'ready'), it.ended.then((code) => `ended ${code}: ${it.err()}`)]).catch(
          it.err,
        ),
      ),
    )
    expect(outcomes.sort()).toEqual([
      expect.stringMatching(/^ended 1: The data folder \S+ is in use by another process( \(\d+\))?\.\n$/),
      'ready',
    ])
    for (const { child } of runs) child.kill('SIGTERM')
    await Promise.all(runs.map(({ ended }) => ended))
  },
  600_000,
)

sampledTest(
  'a server in production has no demo accounts or mailbox, and its first admin sets a password by link',
  async () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://atelier.example/',
      // Reuses the empty database of the test above, because creating one takes seconds.
      DATA_DIR: join(folder, 'race'),
      HOST: '0.0.0.0',
      ALLOWED_HOSTS: 'api.example',
    }
    const admin = await makeAdmin('first@house.example', env)
    expect(admin.output).toContain(
      `first@house.example is now an admin, with a new account. This link sets a password. It works once and expires in an hour:\nhttps://atelier.example/reset-password?id=${admin.id}\n`,
    )
    const server = run('main.ts', env)
    const url = await ready(server)
    expect(server.out().trim().split('\n')).toEqual([
      `Atelier is ready at ${url}`,
      'HOST=0.0.0.0: everyone on the network who can reach any address of this machine can use Atelier.',
      'SMTP_URL is not set: Atelier sends no e-mail. Codes and links stay in the outbox of the data folder.',
    ])
    for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/', '/dev/mailbox/'])
      expect([path, (await patientFetch(`${url}${path}`)).status]).toEqual([path, 404])
    for (const role of ['admin', 'developer', 'user'])
      expect((await signIn(url, `${role}@atelier.example`)).status).toBe(401)

    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address
    for (const host of ['atelier.example', 'api.example', '127.0.0.1', ...(outside ? [outside] : [])])
      expect([host, await statusOf(url, '/openapi.json', host)]).toEqual([host, 200])
    for (const host of ['evil.example', 'atelier.example.evil.example', '203.0.113.9'])
      expect([host, await statusOf(url, '/openapi.json', host)]).toEqual([host, 421])
    if (outside) expect((await patientFetch(`${url.replace('localhost', outside)}/openapi.json`)).status).toBe(200)

    expect((await setPassword(url, admin.id, 'a-lighthouse-at-noon-3')).status).toBe(200)
    const session = await signIn(url, 'first@house.example', 'a-lighthouse-at-noon-3')
    const { token } = (await session.json()) as { token: string }
    expect(abilityOf({ token })).toEqual([['manage', 'all']])
    const headers = { authorization: `Bearer ${token}` }
    const assets = await (await patientFetch(`${url}/v1/assets`, { headers })).json()
    expect(assets.pagination.totalDocs).toBe(0)
    await send('POST', `${url}/v1/users/reset-password`, { email: 'first@house.example' })
    const outbox = join(env.DATA_DIR, 'outbox')
    // Another email reports the new password.
    const mails = async () => {
      const names = (await readdir(outbox)).filter((it) => it.endsWith('.json'))
      return (await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))).join()
    }
    await expect.poll(mails, { timeout: 60_000 }).toContain('https://atelier.example/reset-password?id=')
    server.child.kill('SIGTERM')
    expect([await server.ended, server.err()]).toEqual([0, expect.stringMatching(/^Stopping: [^\n]+\n$/)])

    const keys = join(env.DATA_DIR, 'keys.json')
    await writeFile(keys, '{"keys":[]}')
    const damaged = run('main.ts', env)
    expect([await damaged.ended, damaged.out(), damaged.err()]).toEqual([
      1,
      '',
      `The signing keys in ${keys} cannot be used: it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt; restore a complete copy, or delete the file to have new keys created.\n`,
    ])
  },
  600_000,
)

describe('a failing start', () => {
  test('reports an invalid setting in one line, and so does the script that creates an admin', async () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://atelier.example' }
    const misconfigurations: [Record<string, string>, string][] = [
      [{ PORT: 'http' }, 'PORT must be a whole number.'],
      [{ DATA_DIR: '/proc/nowhere' }, 'The data folder /proc/nowhere cannot be written to.'],
      [
        { NODE_ENV: 'production' },
        'NODE_ENV=production needs PUBLIC_URL: the public address of this server, which links in e-mails begin with.',
      ],
      [
        { ...production, SEED_DEMO: '1' },
        'SEED_DEMO=1 is not allowed with NODE_ENV=production: the password of the demo accounts is public.',
      ],
      [
        { ...production, TOKEN_KEYS: '{"keys":[{}]}' },
        'TOKEN_KEYS cannot be used: it is not {"keys": […]} with at least one private ES256 key, each with kid and createdAt.',
      ],
    ]
    await Promise.all(
      misconfigurations.flatMap(([env, message]) =>
        [
          run('main.ts', env),
          ...('PORT' in env || 'TOKEN_KEYS' in env ? [] : [run('admin.ts', env, ['a@house.example'])]),
        ].map(async (it) => expect([await it.ended, it.err(), it.out()]).toEqual([1, `${message}\n`, ''])),
      ),
    )
  }, 600_000)

  test('reports an unreachable database at DATABASE_URL', async () => {
    const closed = await findFreePort()
    const it = run('main.ts', { DATA_DIR: join(folder, 'pg'), DATABASE_URL: `postgres://x:y@127.0.0.1:${closed}/z` })
    expect(await it.ended).toBe(1)
    expect(it.err()).toMatch(/^The database at DATABASE_URL cannot be opened: .+\n$/)
  }, 600_000)

  test.skipIf(process.getuid?.() !== 0)(
    'reports a data folder of another operating-system user as not writable',
    async () => {
      const path = join(folder, 'locked')
      await mkdir(path)
      await chmod(folder, 0o755)
      await chmod(path, 0o555)
      const it = run('main.ts', { DATA_DIR: path }, ['--api'], 65534)
      expect([await it.ended, it.err()]).toEqual([1, `The data folder ${path} cannot be written to.\n`])
    },
    60_000,
  )

  test('of the script that creates an admin reports a missing or invalid email address', async () => {
    const runs = [[], [''], ['nobody']].map((args) => run('admin.ts', {}, args))
    for (const it of runs)
      expect([await it.ended, it.err()]).toEqual([1, 'Specify the account: npm run admin -- EMAIL\n'])
  }, 600_000)
})
