import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** Why tests that need a RabbitMQ are skipped, or undefined where this machine has one. */
export const noRabbit: string | undefined = existsSync(SCRIPT)
  ? undefined
  : `there is no RabbitMQ in ${SCRIPT} (Debian: rabbitmq-server)`

/** A RabbitMQ of a test's own, in a folder and at ports of its own, that can be killed and started again. */
export class TestRabbit {
  #server: ChildProcess | undefined

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly distribution: number,
    private readonly names: number,
  ) {}

  /** Starts one. Rejects where it does not come up within two minutes. */
  static async create(): Promise<TestRabbit> {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-rabbit-'))
    const rabbit = new TestRabbit(folder, await freePort(), await freePort(), await freePort())
    await rabbit.start()
    return rabbit
  }

  get url(): string {
    return `amqp://guest:guest@127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#server = spawn(SCRIPT, [], { env: this.#env, stdio: 'ignore', detached: true })
    const { connect } = await import('amqplib')
    for (let tries = 0; ; tries += 1) {
      try {
        const connection = await connect(this.url, { timeout: 10_000 })
        return await connection.close()
      } catch (fault) {
        if (tries > 1500) throw fault
        await pause(100)
      }
    }
  }

  /** Ends it with all it started, as a power cut does. */
  async kill(): Promise<void> {
    const server = this.#server
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
    process.kill(-server.pid, 'SIGKILL')
    await ended
  }

  async remove(): Promise<void> {
    await this.kill()
    // The table of Erlang's names goes on by itself.
    spawnSync('epmd', ['-kill'], { env: this.#env })
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  get #env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.folder,
      LC_ALL: 'C.UTF-8',
      RABBITMQ_NODENAME: `atelier-${this.port}@localhost`,
      RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
      RABBITMQ_NODE_PORT: String(this.port),
      RABBITMQ_DIST_PORT: String(this.distribution),
      RABBITMQ_MNESIA_BASE: this.folder,
      RABBITMQ_LOG_BASE: this.folder,
      RABBITMQ_ENABLED_PLUGINS_FILE: join(this.folder, 'plugins'),
      RABBITMQ_CONFIG_FILE: join(this.folder, 'none'),
      // Another broker on this machine keeps its own.
      ERL_EPMD_PORT: String(this.names),
    }
  }
}
