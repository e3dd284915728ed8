import { spawnSync } from 'node:child_process'

interface Options {
  env?: NodeJS.ProcessEnv
  timeout?: number
}

/** Runs an installer and returns whether the installer succeeded. Prints the output only of an installer that fails. */
export function runInstaller(
  command: readonly [program: string, ...options: string[]],
  options: Options = {},
): boolean {
  const [program, ...args] = command
  const { status, error, output } = spawnSync(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    // By default Node kills a program that prints more than 1 MB.
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  if (status === 0) return true
  console.log(`${command.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  console.log((output ?? []).filter(Boolean).join('\n').trim())
  return false
}
