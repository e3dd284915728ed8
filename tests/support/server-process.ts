import { type ChildProcess, spawn } from 'node:child_process'

/** A server as people start it, in a process that can be killed. */
export interface ServerProcess {
  readonly url: string
  readonly port: number
  /** What it wrote to its log so far. */
  readonly log: () => string
  /** The process that serves. */
  readonly pid: number
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the server over a data folder, the API alone unless other arguments are given. Rejects with what it said where it does
 * not come up.
 */
export async function startServer(
  folder: string,
  env: Record<string, string> = {},
  args: readonly string[] = ['--api'],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--max-semi-space-size=4', '--import', 'tsx', 'server/main.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  child.stderr?.on('data', (text) => {
    written += text
  })
  const url = await addressOf(child)
  const end = (signal: 'SIGKILL' | 'SIGTERM') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.on('close', () => resolve())
      child.kill(signal)
    })
  return {
    url,
    port: Number(new URL(url).port),
    log: () => written,
    pid: child.pid!,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [said, wrong] = ['', '']
    child.stdout?.on('data', (text) => {
      said += text
      const url = /http:\/\/[\w.]+:\d+/.exec(said)?.[0]
      if (url && said.includes('\n')) resolve(url)
    })
    child.stderr?.on('data', (text) => {
      wrong += text
    })
    child.on('close', () => reject(new Error(`The server did not start: ${wrong}`)))
  })
}
