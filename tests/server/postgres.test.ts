import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, test } from 'vitest'

/**
 * The tests of the handlers once more, over a real PostgreSQL server: the SQL must be the same to both. The server is one
 * of this machine's own, in a folder of its own and without a port; where there is none, this is skipped.
 */
const BINARIES = '/usr/lib/postgresql'
const version = existsSync(BINARIES)
  ? readdirSync(BINARIES)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined

if (version === undefined) {
  test.skip(`skipped: there is no PostgreSQL server in ${BINARIES}`, () => {})
} else {
  const stop = await startPostgres(join(BINARIES, version, 'bin'))
  afterAll(stop)
  // Each in a suite of its own, so that what it makes before its tests is not made before the others' too.
  for (const name of ['auth', 'accounts', 'assets']) {
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest collects what is imported meanwhile
    describe(name, async () => void (await import(`./handlers/${name}.test.ts`)))
  }
}

async function startPostgres(binaries: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-pg-'))
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, cwd: folder }
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'atelier', '--auth=trust', '-N', '-E', 'UTF8'], options)
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...options, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const isReady = () => {
    try {
      execFileSync(join(binaries, 'pg_isready'), ['-h', folder, '-U', 'atelier', '-d', 'postgres'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  for (let tries = 0; !isReady(); tries++) {
    if (tries > 300) throw new Error('PostgreSQL does not start.')
    await pause(50)
  }
  process.env.TEST_DATABASE_URL = `postgres://atelier@localhost/postgres?host=${encodeURIComponent(folder)}`
  return async () => {
    delete process.env.TEST_DATABASE_URL
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
