/** A reader that takes nothing for so long has gone, or holds a place that others wait for; in milliseconds. */
const STALL_MS = 60_000

/** Who takes less than this in a minute of waiting for them, 16 kB a second, keeps others from a place they would use. */
const SLOW: Slowness = { spanMs: 60_000, leastBytes: 60 * 16 * 1024 }

/** In each span of so many milliseconds in which a reader is waited for they take at least so many bytes. */
export interface Slowness {
  spanMs: number
  leastBytes: number
}

/** What happens to a stream that does not come to its end. */
export interface StreamEnds {
  /**
   * Ends the connection at once; without one the stream fails. A reader who was told a length sees by it that something is
   * missing.
   */
  cut?: (() => void) | undefined
  onFault: (fault: unknown) => void
  /** Told once nobody reads it any more: a piece that is still awaited need not come. */
  onLeft?: () => void
  stallMs?: number
  slow?: Slowness
  /** Milliseconds; a test's own. */
  clock?: () => number
}

/** Hands out pieces as they are asked for, none ahead. One that cannot be had ends the stream, and never like a whole one. */
export function streamOf(
  pieces: AsyncIterable<Uint8Array>,
  { cut, onFault, onLeft, stallMs = STALL_MS, slow = SLOW, clock = () => performance.now() }: StreamEnds,
): ReadableStream<Uint8Array> {
  const left = pieces[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  let isLeft = false
  const leave = async () => {
    clearTimeout(timer)
    isLeft = true
    onLeft?.()
    await left.return?.()
  }
  const breakOff = (controller: ReadableStreamDefaultController, fault: unknown) => {
    clearTimeout(timer)
    if (!cut) return controller.error(fault)
    cut()
    // Nothing more gets through: where it failed instead, the listener would write of it beside the log.
    controller.close()
  }
  const giveUp = (controller: ReadableStreamDefaultController, why: string) => {
    void leave()
    breakOff(controller, new Error(why))
  }
  const watch = (controller: ReadableStreamDefaultController) => {
    clearTimeout(timer)
    timer = setTimeout(() => giveUp(controller, 'Nobody reads this stream.'), stallMs)
    timer.unref()
  }
  // Only the time in which the reader is waited for counts: a slow disk is none of theirs.
  let [handedAt, waitedMs, bytes] = [undefined as number | undefined, 0, 0]
  const isTooSlow = () => {
    waitedMs += handedAt === undefined ? 0 : clock() - handedAt
    if (waitedMs < slow.spanMs) return false
    const isSlow = bytes < slow.leastBytes
    waitedMs = 0
    bytes = 0
    return isSlow
  }
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(timer)
        if (isTooSlow()) return giveUp(controller, 'This stream is read too slowly.')
        try {
          const { done, value } = await left.next()
          if (isLeft) return
          if (done) return controller.close()
          controller.enqueue(value)
          bytes += value.length
          handedAt = clock()
          watch(controller)
        } catch (fault) {
          if (isLeft) return
          onFault(fault)
          breakOff(controller, fault)
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}
