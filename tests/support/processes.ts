import { readFileSync } from 'node:fs'

export function listChildPids(pid: number): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return ids === '' ? [] : ids.split(/\s+/).map(Number)
}

/** Returns the title of a process, or an empty text for an exited process. PostgreSQL sets the title to the backend's state. */
export function readProcessTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Sends a signal to processes. Skips processes that have exited. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
