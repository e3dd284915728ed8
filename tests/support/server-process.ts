import { type ChildProcess, spawn } from 'node:child_process'

/** Server process started as in production, which tests can kill. */
export interface ServerProcess {
  readonly url: string
  readonly port: number
  readonly log: () => string
  /** Id of the started process: the server, or tsx with `isGroup`. */
  readonly pid: number
  /** Kills the process, like a power failure. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Sends a signal to the process, or with `isGroup` to the whole process group. */
  signal(signal: NodeJS.Signals): void
  /** Resolves with the exit code, or null if a signal ended the process. */
  readonly exited: Promise<number | null>
}

interface StartOptions {
  /** Starts the server like `npm start`: tsx spawns Node and forwards signals, in a separate process group. */
  isGroup?: boolean
}

/** Starts the server with a data folder, by default only the API. Rejects with the server's stderr if it does not start. */
export async function startServer(
  folder: string,
  env: Record<string, string> = {},
  args: readonly string[] = ['--api'],
  { isGroup = false }: StartOptions = {},
): Promise<ServerProcess> {
  const launcher = isGroup ? ['node_modules/tsx/dist/cli.mjs'] : ['--max-semi-space-size=4', '--import', 'tsx']
  const child = spawn(process.execPath, [...launcher, 'server/cli/main.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  let stderrText = ''
  child.stderr?.on('data', (text) => {
    stderrText += text
  })
  const url = await waitForUrl(child)
  const endProcess = (signal: 'SIGKILL' | 'SIGTERM') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.on('close', () => resolve())
      child.kill(signal)
    })
  return {
    url,
    port: Number(new URL(url).port),
    log: () => stderrText,
    pid: child.pid!,
    kill: () => endProcess('SIGKILL'),
    stop: () => endProcess('SIGTERM'),
    signal: (signal) => void process.kill(isGroup ? -child.pid! : child.pid!, signal),
    exited,
  }
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [stdoutText, stderrText] = ['', '']
    child.stdout?.on('data', (text) => {
      stdoutText += text
      const url = /http:\/\/[\w.]+:\d+/.exec(stdoutText)?.[0]
      if (url && stdoutText.includes('\n')) resolve(url)
    })
    child.stderr?.on('data', (text) => {
      stderrText += text
    })
    child.on('close', () => reject(new Error(`The server did not start: ${stderrText}`)))
  })
}
