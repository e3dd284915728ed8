import { readFileSync } from 'node:fs'

export function childPidsOf(pid: number): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return ids === '' ? [] : ids.split(/\s+/).map(Number)
}

/** Sends a signal to processes; skips those that exited in the meantime. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
