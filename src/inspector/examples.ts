import { useSyncExternalStore } from 'react'

/** What events carry, by the id of their machine and their type: examples of the models that its tests are made from. */
export type Examples = Readonly<Record<string, Readonly<Record<string, { type: string }>>>>

let known: Examples = {}
let isWanted = false
const listeners = new Set<() => void>()

/** The examples, once they are there: a file of their own, fetched where an event is to be written. */
export const useExamples = (): Examples => useSyncExternalStore(listen, () => known)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (!isWanted)
    fetchThem().catch(() => {
      // Out of reach: an event is written from its type alone, and the next view tries again.
      isWanted = false
    })
  isWanted = true
  return () => void listeners.delete(listener)
}

async function fetchThem(): Promise<void> {
  const { default: examples } = await import('./examples.json')
  known = examples
  for (const listener of listeners) listener()
}
