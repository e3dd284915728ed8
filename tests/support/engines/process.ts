import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Settings {
  env?: NodeJS.ProcessEnv | undefined
  onLine?: (line: string) => void
}

/** A process of a test's own, with all that it starts. */
export class Helper {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts a program; `onLine` hears each line of both of its outputs. */
  static spawn(command: string, args: readonly string[], { env, onLine }: Settings): Helper {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const output of [child.stdout, child.stderr]) createInterface(output).on('line', onLine ?? (() => {}))
    return new Helper(child)
  }

  /**
   * Starts a program and waits until it says what is looked for.
   * @returns the process, and what the first group found. Rejects where the program ends before.
   */
  static async start(
    command: string,
    args: readonly string[],
    { env, sign }: Settings & { sign: RegExp },
  ): Promise<{ helper: Helper; said: string }> {
    let onLine = (_line: string) => {}
    const helper = Helper.spawn(command, args, { env, onLine: (line) => onLine(line) })
    const said = await new Promise<string>((resolve, reject) => {
      onLine = (line) => {
        const found = sign.exec(line)
        if (found) resolve(found[1] ?? '')
      }
      helper.child.once('error', reject)
      helper.child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)))
    })
    return { helper, said }
  }

  /** Whether it has ended. */
  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Ends it and everything it started. */
  async stop(): Promise<void> {
    if (this.isGone) return
    const ended = once(this.child, 'exit')
    // The whole group: a browser is many processes.
    process.kill(-this.child.pid!, 'SIGKILL')
    await ended
  }
}
