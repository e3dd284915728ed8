import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface ProcessOptions {
  env?: NodeJS.ProcessEnv | undefined
  onLine?: (line: string) => void
}

/** Child process of a test together with its descendants. */
export class HelperProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Starts a program. `onLine` receives each line of stdout and stderr. */
  static spawn(command: string, args: readonly string[], { env, onLine }: ProcessOptions): HelperProcess {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const output of [child.stdout, child.stderr]) createInterface(output).on('line', onLine ?? (() => {}))
    return new HelperProcess(child)
  }

  /**
   * Starts a program and waits for a line that matches `readyPattern`. Returns the process, and the text of the pattern's first group.
   * Rejects if the program exits first.
   */
  static async start(
    command: string,
    args: readonly string[],
    { env, readyPattern }: ProcessOptions & { readyPattern: RegExp },
  ): Promise<{ helper: HelperProcess; output: string }> {
    let onLine = (_line: string) => {}
    const helper = HelperProcess.spawn(command, args, { env, onLine: (line) => onLine(line) })
    const output = await new Promise<string>((resolve, reject) => {
      onLine = (line) => {
        const match = readyPattern.exec(line)
        if (match) resolve(match[1] ?? '')
      }
      helper.child.once('error', reject)
      helper.child.once('exit', (code) => reject(new Error(`${command} exited with code ${code}`)))
    })
    return { helper, output }
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Kills the process and its descendants. */
  async stop(): Promise<void> {
    if (this.hasExited) return
    const exited = once(this.child, 'exit')
    // Kills the process group, because a browser consists of many processes.
    process.kill(-this.child.pid!, 'SIGKILL')
    await exited
  }
}
