import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, signalAll } from './processes.ts'

const BINARIES = '/usr/lib/postgresql'

/** Why tests that need a PostgreSQL server are skipped, or undefined where this machine has one. */
export const noPostgres: string | undefined = existsSync(BINARIES)
  ? undefined
  : `there is no PostgreSQL server in ${BINARIES}`

/** A PostgreSQL server of a test's own, in a folder of its own and without a port, that can be stopped and started again. */
export class TestPostgres {
  #server: ChildProcess | undefined

  private constructor(
    private readonly binaries: string,
    private readonly folder: string,
    private readonly account: { uid: number; gid: number } | undefined,
  ) {}

  /** Makes the server and starts it. Rejects where it does not come up. */
  static async create(): Promise<TestPostgres> {
    const version = readdirSync(BINARIES)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)!
    const folder = mkdtempSync(join(tmpdir(), 'atelier-pg-'))
    // PostgreSQL refuses to run as root.
    const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
    if (account) chownSync(folder, account.uid, account.gid)
    const server = new TestPostgres(join(BINARIES, version, 'bin'), folder, account)
    execFileSync(
      join(server.binaries, 'initdb'),
      ['-D', join(folder, 'data'), '-U', 'atelier', '--auth=trust', '-N', '-E', 'UTF8'],
      server.#options,
    )
    await server.start()
    return server
  }

  /** What `DATABASE_URL` is set to; a socket in the server's folder, so that a restart keeps the address. */
  get url(): string {
    return `postgres://atelier@localhost/postgres?host=${encodeURIComponent(this.folder)}`
  }

  /** Makes one more database; answers what `DATABASE_URL` is set to for it. */
  make(database: string): string {
    execFileSync(join(this.binaries, 'createdb'), ['-h', this.folder, '-U', 'atelier', database], this.#options)
    return this.url.replace('/postgres?', `/${database}?`)
  }

  /** Process id of the server itself, which makes a backend for each connection; undefined where it is stopped. */
  get pid(): number | undefined {
    return this.#server?.pid
  }

  /** Halts it with all its backends, or its backends alone, beside which it makes others. Answers what lets them go on. */
  freeze(what: 'server' | 'backends' = 'server'): () => void {
    const server = what === 'server' ? [this.pid!] : []
    signalAll(server, 'SIGSTOP')
    const backends = this.#processes
    signalAll(backends, 'SIGSTOP')
    return () => {
      signalAll(backends, 'SIGCONT')
      signalAll(server, 'SIGCONT')
    }
  }

  /** Starts it and waits until it takes connections. */
  async start(): Promise<void> {
    this.#server = spawn(
      join(this.binaries, 'postgres'),
      ['-D', join(this.folder, 'data'), '-k', this.folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
      { ...this.#options, stdio: 'ignore' },
    )
    for (let tries = 0; !this.#isReady(); tries++) {
      if (tries > 2000) throw new Error('PostgreSQL does not start.')
      await pause(50)
    }
  }

  /** Ends it: `SIGINT` breaks its connections off, `SIGQUIT` and `SIGKILL` leave it to recover. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
    const processes = this.#processes
    server.kill(signal)
    await ended
    // Killed, it leaves backends behind that notice a little later; as long as one is left, no other server may start.
    while (processes.some((pid) => existsSync(`/proc/${pid}`))) await pause(10)
  }

  /** Stops it and removes its folder. */
  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get #processes(): number[] {
    const pid = this.#server?.pid
    return pid === undefined ? [] : childrenOf(pid)
  }

  get #options() {
    return { ...this.account, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, cwd: this.folder }
  }

  #isReady(): boolean {
    try {
      const options = ['-h', this.folder, '-U', 'atelier', '-d', 'postgres']
      execFileSync(join(this.binaries, 'pg_isready'), options, { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
}
