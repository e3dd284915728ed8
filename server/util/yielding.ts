import { setImmediate } from 'node:timers/promises'

const COPY_BATCH_BYTES = 2 * 1024 * 1024

const SORT_BATCH_ITEMS = 8_192

/**
 * Concatenates buffers and yields to the event loop in between. One `Buffer.concat` of 100 MB would block the event loop for too
 * long.
 */
export async function concatYielding(parts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts)
    for (let from = 0; from < part.length; from += COPY_BATCH_BYTES) {
      at += part.copy(whole, at, from, from + COPY_BATCH_BYTES)
      await setImmediate()
    }
  return whole
}

/** Returns the items sorted by a number, in ascending order, and yields to the event loop in between. */
export async function sortYielding<T>(items: readonly T[], keyOf: (item: T) => number): Promise<T[]> {
  let runs: T[][] = []
  for (let i = 0; i < items.length; i += SORT_BATCH_ITEMS) {
    runs.push(items.slice(i, i + SORT_BATCH_ITEMS).sort((first, other) => keyOf(first) - keyOf(other)))
    await setImmediate()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let i = 0; i < runs.length; i += 2) merged.push(await mergeYielding(runs[i]!, runs[i + 1] ?? [], keyOf))
    runs = merged
  }
  return runs[0] ?? []
}

async function mergeYielding<T>(left: readonly T[], right: readonly T[], keyOf: (item: T) => number): Promise<T[]> {
  const all: T[] = []
  let [i, k] = [0, 0]
  while (i < left.length || k < right.length) {
    const isFirst = k >= right.length || (i < left.length && keyOf(left[i]!) <= keyOf(right[k]!))
    all.push(isFirst ? left[i++]! : right[k++]!)
    if (all.length % SORT_BATCH_ITEMS === 0) await setImmediate()
  }
  return all
}
