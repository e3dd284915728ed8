import { exitWithError } from '../errors/startup-error.ts'

/**
 * Time after a counted signal in which further signals count as the same request, in milliseconds. npm and tsx forward signals,
 * so one Ctrl+C arrives several times.
 */
const BURST_MS = 500

/** Effect of a signal: the first stops the process, the second changes nothing, the third exits immediately. */
type StopRequest = 'stop' | 'wait' | 'exit'

/** Returns a function that classifies each signal as it arrives; `now` is in milliseconds. */
export function createSignalClassifier(now = () => performance.now()): () => StopRequest | undefined {
  let [count, lastCountedAt] = [0, Number.NEGATIVE_INFINITY]
  return () => {
    if (now() - lastCountedAt < BURST_MS) return undefined
    lastCountedAt = now()
    count += 1
    return count === 1 ? 'stop' : count === 2 ? 'wait' : 'exit'
  }
}

/** A process that is stopping. `describeRemainingWork` returns a text such as "2 calls". */
interface StoppableProcess {
  describeRemainingWork(): string
  /** Finishes the work and exits the process. */
  stop(): Promise<void>
}

/** Stops at SIGINT or SIGTERM, and prints the state to stderr. A second signal changes nothing, a third exits immediately. */
export function stopOnSignals({ describeRemainingWork, stop }: StoppableProcess): void {
  const countSignal = createSignalClassifier()
  const print = (line: string) => process.stderr.write(`${line}\n`)
  const onSignal = () => {
    switch (countSignal()) {
      case 'stop':
        print(`Stopping: finishing ${describeRemainingWork()}. The third signal exits immediately.`)
        stop().catch(exitWithError)
        break
      case 'wait':
        print(`Still stopping: finishing ${describeRemainingWork()}. The next signal exits immediately.`)
        break
      case 'exit':
        print(`Exiting immediately, without finishing ${describeRemainingWork()}.`)
        process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}

export const formatCount = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
