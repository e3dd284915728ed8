import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listChildPids, readProcessTitle, signalAll } from './processes.ts'

const BINARIES = '/usr/lib/postgresql'

/** Reason to skip tests that need a PostgreSQL server, or undefined if this machine has one. */
export const postgresSkipReason: string | undefined = existsSync(BINARIES)
  ? undefined
  : `there is no PostgreSQL server in ${BINARIES}`

/** PostgreSQL server of one test, in its own folder and without a TCP port, that can be stopped and restarted. */
export class TestPostgres {
  #server: ChildProcess | undefined

  private constructor(
    private readonly binaries: string,
    private readonly folder: string,
    private readonly account: { uid: number; gid: number } | undefined,
  ) {}

  /** Creates and starts the server. Rejects if it does not start. */
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

  /** Value of `DATABASE_URL`. Uses a socket in the server's folder, so that the URL is the same after a restart. */
  get url(): string {
    return `postgres://atelier@localhost/postgres?host=${encodeURIComponent(this.folder)}`
  }

  /** Creates another database and returns its `DATABASE_URL`. */
  createDatabase(database: string): string {
    execFileSync(join(this.binaries, 'createdb'), ['-h', this.folder, '-U', 'atelier', database], this.#options)
    return this.url.replace('/postgres?', `/${database}?`)
  }

  /** Dumps a database and restores it under another name, as an operator does. Returns the `DATABASE_URL` of the copy. */
  copyDatabase(database: string, copyName: string): string {
    const dump = join(this.folder, `${copyName}.dump`)
    const run = (program: string, ...args: string[]) =>
      execFileSync(join(this.binaries, program), ['-h', this.folder, '-U', 'atelier', ...args], this.#options)
    run('pg_dump', '-Fc', '-f', dump, database)
    const url = this.createDatabase(copyName)
    run('pg_restore', '-d', copyName, dump)
    return url
  }

  /** Process id of the postmaster, which forks a backend for each connection. Undefined before the first start. */
  get pid(): number | undefined {
    return this.#server?.pid
  }

  /** Stops the server with all its backends. Returns a function that resumes the stopped processes. */
  freeze(): () => void {
    signalAll([this.pid!], 'SIGSTOP')
    const backends = this.#processes
    signalAll(backends, 'SIGSTOP')
    return () => {
      signalAll(backends, 'SIGCONT')
      signalAll([this.pid!], 'SIGCONT')
    }
  }

  /**
   * Stops the backend of every open connection while the backend is idle. New connections get new backends. A backend stopped in
   * a transaction would keep locks that all other connections wait for. Returns a function that resumes the stopped processes.
   */
  async freezeConnections(): Promise<() => void> {
    const backends = this.#processes.filter((pid) => /\[local\]/.test(readProcessTitle(pid)))
    for (const pid of backends) {
      signalAll([pid], 'SIGSTOP')
      // A process that has exited has no title.
      while (!/^$| idle$/.test(readProcessTitle(pid))) {
        signalAll([pid], 'SIGCONT')
        await pause(1)
        signalAll([pid], 'SIGSTOP')
      }
    }
    return () => signalAll(backends, 'SIGCONT')
  }

  async start(): Promise<void> {
    // Without autovacuum, no statistics exist, as after a restore. So query plans do not depend on timing.
    const settings = ['listen_addresses=', 'fsync=off', 'autovacuum=off'].flatMap((setting) => ['-c', setting])
    this.#server = spawn(
      join(this.binaries, 'postgres'),
      ['-D', join(this.folder, 'data'), '-k', this.folder, ...settings],
      { ...this.#options, stdio: 'ignore' },
    )
    for (let attempt = 0; !this.#isReady(); attempt++) {
      if (attempt > 2000) throw new Error('PostgreSQL does not start.')
      await pause(50)
    }
  }

  /** Stops the server: `SIGINT` closes its connections, `SIGQUIT` and `SIGKILL` require recovery. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise<void>((resolve) => server.on('exit', () => resolve()))
    const processes = this.#processes
    // A failed test can leave frozen processes, for which a stopping server would wait.
    signalAll(processes, 'SIGCONT')
    server.kill(signal)
    await exited
    // After SIGKILL, the backends exit a little later than the server. A new server cannot start while a backend runs.
    while (processes.some((pid) => existsSync(`/proc/${pid}`))) await pause(10)
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get #processes(): number[] {
    const pid = this.#server?.pid
    return pid === undefined ? [] : listChildPids(pid)
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
