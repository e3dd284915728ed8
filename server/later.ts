import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isDatabaseAway } from './db/faults.ts'

/** Milliseconds to wait before each further try of what met a database that was away: as long as a restart takes. */
const WAITS = [500, 1_000, 2_000, 4_000]

/** Work that is done once its caller was answered, so that no answer tells by its time what was done. */
export interface Later {
  /**
   * Begins after the answer, and again where the database was away, so it must bear being done twice. A fault is logged
   * under the name and goes no further.
   */
  add(name: string, work: () => Promise<void>): void
  /** Resolves once nothing is at work any more. */
  idle(): Promise<void>
}

export function createLater(log: Logger, waits: readonly number[] = WAITS): Later {
  const atWork = new Set<Promise<void>>()
  return {
    add(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => persist(work, waits))
        .catch((err) => log.error({ err, name }, 'work after an answer failed'))
        .finally(() => atWork.delete(done))
      atWork.add(done)
    },
    async idle() {
      while (atWork.size > 0) await Promise.all(atWork)
    },
  }
}

async function persist(work: () => Promise<void>, waits: readonly number[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (fault) {
      const wait = waits[tries]
      if (wait === undefined || !isDatabaseAway(fault)) throw fault
      await pause(wait)
    }
  }
}
