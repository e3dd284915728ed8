import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

const SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** Reason to skip tests that need RabbitMQ, or undefined if this machine has RabbitMQ. */
export const rabbitSkipReason: string | undefined = existsSync(SCRIPT)
  ? undefined
  : `there is no RabbitMQ in ${SCRIPT} (Debian: rabbitmq-server)`

/** RabbitMQ server of one test, with its own folder and ports, that can be killed and restarted. */
export class TestRabbit {
  #server: ChildProcess | undefined

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly distributionPort: number,
    private readonly portMapperPort: number,
  ) {}

  /** Starts a server. Rejects if the server is not ready after 150 seconds. */
  static async create(): Promise<TestRabbit> {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-rabbit-'))
    const rabbit = new TestRabbit(folder, await findFreePort(), await findFreePort(), await findFreePort())
    await rabbit.start()
    return rabbit
  }

  get url(): string {
    return `amqp://guest:guest@127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#server = spawn(SCRIPT, [], { env: this.#env, stdio: 'ignore', detached: true })
    const { connect } = await import('amqplib')
    for (let attempt = 0; ; attempt += 1) {
      try {
        const connection = await connect(this.url, { timeout: 10_000 })
        return await connection.close()
      } catch (error) {
        if (attempt > 1500) throw error
        await pause(100)
      }
    }
  }

  /** Kills the server and its descendants, like a power failure. */
  async kill(): Promise<void> {
    const server = this.#server
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise<void>((resolve) => server.on('exit', () => resolve()))
    process.kill(-server.pid, 'SIGKILL')
    await exited
  }

  async remove(): Promise<void> {
    await this.kill()
    // Erlang's port mapper (epmd) does not exit with the server.
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
      RABBITMQ_DIST_PORT: String(this.distributionPort),
      RABBITMQ_MNESIA_BASE: this.folder,
      RABBITMQ_LOG_BASE: this.folder,
      RABBITMQ_ENABLED_PLUGINS_FILE: join(this.folder, 'plugins'),
      RABBITMQ_CONFIG_FILE: join(this.folder, 'none'),
      // Separate epmd, so that other brokers on this machine are not affected.
      ERL_EPMD_PORT: String(this.portMapperPort),
    }
  }
}
