import { useSyncExternalStore } from 'react'

/** Example events by machine id and event type, from the models of the machine's tests. */
export type EventExamples = Readonly<Record<string, Readonly<Record<string, { type: string }>>>>

let loadedExamples: EventExamples = {}
let isRequested = false
const listeners = new Set<() => void>()

/** Returns the example events once loaded; their file is loaded on first use. */
export const useEventExamples = (): EventExamples => useSyncExternalStore(listen, () => loadedExamples)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (!isRequested)
    fetchExamples().catch(() => {
      // If the file is unreachable, example events have only their type. The next view retries.
      isRequested = false
    })
  isRequested = true
  return () => void listeners.delete(listener)
}

async function fetchExamples(): Promise<void> {
  const { default: examples } = await import('./examples.json')
  loadedExamples = examples
  for (const listener of listeners) listener()
}
