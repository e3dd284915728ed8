import type { Logger } from 'pino'

/** Work that is done once its caller was answered, so that no answer tells by its time what was done. */
export interface Later {
  /** Begins after the answer; a fault is logged under the name and goes no further. */
  add(name: string, work: () => Promise<void>): void
  /** Resolves once nothing is at work any more. */
  idle(): Promise<void>
}

export function createLater(log: Logger): Later {
  const atWork = new Set<Promise<void>>()
  return {
    add(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((err) => log.error({ err, name }, 'work after an answer failed'))
        .finally(() => atWork.delete(done))
      atWork.add(done)
    },
    async idle() {
      while (atWork.size > 0) await Promise.all(atWork)
    },
  }
}
