/** How far an upload is. `samples` are the recent (time in ms, bytes sent) pairs its speed is read from. */
export interface Progress {
  readonly sentBytes: number
  readonly totalBytes: number
  readonly samples: readonly { readonly at: number; readonly sentBytes: number }[]
}

/** Milliseconds over which the speed is averaged: long enough to be calm, short enough to notice a stall. */
export const SPEED_WINDOW_MS = 5000

/** Nothing sent yet of a file of `totalBytes`. */
export const noProgress = (totalBytes: number): Progress => ({ sentBytes: 0, totalBytes, samples: [] })

/** Adds a report made at `at` (ms). Fewer bytes than before mean a resumed upload: the speed is measured anew. */
export function progressed(progress: Progress, sentBytes: number, totalBytes: number, at: number): Progress {
  const isBack = sentBytes < progress.sentBytes
  const recent = isBack ? [] : progress.samples.filter((sample) => at - sample.at <= SPEED_WINDOW_MS)
  return { sentBytes, totalBytes, samples: [...recent, { at, sentBytes }] }
}

/** The same progress with its speed forgotten, for when sending stood still. */
export const stalled = (progress: Progress): Progress => ({ ...progress, samples: [] })

/** Whole percent, never 100 before the last byte is sent. */
export function percentOf({ sentBytes, totalBytes }: Progress): number {
  return totalBytes > 0 ? Math.floor((Math.min(sentBytes, totalBytes) / totalBytes) * 100) : 0
}

/** Bytes a second over the window; `undefined` until half a second of it is known. */
export function speedOf({ samples }: Progress): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 500) return undefined
  const speed = ((last.sentBytes - first.sentBytes) / (last.at - first.at)) * 1000
  return speed > 0 ? speed : undefined
}

/** Whole seconds until the last byte at the present speed, at least 1; `undefined` while the speed is unknown. */
export function secondsLeft(progress: Progress): number | undefined {
  const speed = speedOf(progress)
  return speed === undefined ? undefined : Math.max(1, Math.ceil((progress.totalBytes - progress.sentBytes) / speed))
}
