/** Progress of an upload. `samples` are recent pairs of time (ms) and bytes sent, used to measure speed. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
  readonly samples: readonly { readonly at: number; readonly sentBytes: number }[]
}

/** Window for the average speed, in milliseconds: long enough to be steady, short enough to show a stall. */
export const SPEED_WINDOW_MS = 5000

export const createUploadProgress = (totalBytes: number): UploadProgress => ({ sentBytes: 0, totalBytes, samples: [] })

/** Adds a progress report made at `at` (ms). Fewer bytes than before mean a resumed upload and restart the speed measurement. */
export function addProgress(
  progress: UploadProgress,
  sentBytes: number,
  totalBytes: number,
  at: number,
): UploadProgress {
  const isResumed = sentBytes < progress.sentBytes
  const recent = isResumed ? [] : progress.samples.filter((sample) => at - sample.at <= SPEED_WINDOW_MS)
  return { sentBytes, totalBytes, samples: [...recent, { at, sentBytes }] }
}

/** Discards the speed, for example after a pause. */
export const resetSpeed = (progress: UploadProgress): UploadProgress => ({ ...progress, samples: [] })

/** Returns whole percent, never 100 before the last byte is sent. */
export function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes > 0 ? Math.floor((Math.min(sentBytes, totalBytes) / totalBytes) * 100) : 0
}

/** Returns bytes per second over the window, or `undefined` until half a second has been measured. */
export function speedOf({ samples }: UploadProgress): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 500) return undefined
  const speed = ((last.sentBytes - first.sentBytes) / (last.at - first.at)) * 1000
  return speed > 0 ? speed : undefined
}

/** Returns the remaining whole seconds at the current speed, at least 1, or `undefined` while the speed is unknown. */
export function remainingSecondsOf(progress: UploadProgress): number | undefined {
  const speed = speedOf(progress)
  return speed === undefined ? undefined : Math.max(1, Math.ceil((progress.totalBytes - progress.sentBytes) / speed))
}
