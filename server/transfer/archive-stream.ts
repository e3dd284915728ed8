/** Time without a read after which a stream is ended, because other calls wait for its slot. */
const STALL_TIMEOUT_MS = 60_000

/** Minimum read rate: 16 kB a second on average. A slower reader occupies a slot that other readers wait for. */
const MIN_READ_RATE: MinimumReadRate = { spanMs: 60_000, minBytes: 60 * 16 * 1024 }

/** Minimum read rate: at least `minBytes` bytes per `spanMs` milliseconds of waiting for the reader. */
export interface MinimumReadRate {
  spanMs: number
  minBytes: number
}

export interface StreamHandlers {
  /** Closes the connection, so that the client detects missing bytes by the length. */
  destroyConnection?: (() => void) | undefined
  onFault: (error: unknown) => void
  /** Called when the reader has disconnected, so that a pending chunk can be dropped. */
  onCancelled?: () => void
  stallMs?: number
  minReadRate?: MinimumReadRate
  clock?: () => number
}

/**
 * Creates a stream that requests each chunk when the reader needs it. If reading a chunk fails, the stream ends early and the
 * connection is closed.
 */
export function toReadableStream(
  pieces: AsyncIterable<Uint8Array>,
  {
    destroyConnection,
    onFault,
    onCancelled,
    stallMs = STALL_TIMEOUT_MS,
    minReadRate = MIN_READ_RATE,
    clock = () => performance.now(),
  }: StreamHandlers,
): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  let isLeft = false
  const leave = async () => {
    clearTimeout(timer)
    isLeft = true
    onCancelled?.()
    await iterator.return?.()
  }
  const breakOff = (controller: ReadableStreamDefaultController, error: unknown) => {
    clearTimeout(timer)
    if (!destroyConnection) return controller.error(error)
    destroyConnection()
    // Closed without the missing bytes. If the stream errored, the HTTP listener would print the error outside of the log.
    controller.close()
  }
  const giveUp = (controller: ReadableStreamDefaultController, message: string) => {
    void leave()
    breakOff(controller, new Error(message))
  }
  const watch = (controller: ReadableStreamDefaultController) => {
    clearTimeout(timer)
    timer = setTimeout(() => giveUp(controller, 'The client stopped reading the stream.'), stallMs)
    timer.unref()
  }
  // Counts only the time spent waiting for the reader, because the disk may be the slow side.
  let [handedAt, waitedMs, bytes] = [undefined as number | undefined, 0, 0]
  const isTooSlow = () => {
    waitedMs += handedAt === undefined ? 0 : clock() - handedAt
    if (waitedMs < minReadRate.spanMs) return false
    const isSlow = bytes < minReadRate.minBytes
    waitedMs = 0
    bytes = 0
    return isSlow
  }
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(timer)
        if (isTooSlow()) return giveUp(controller, 'The client reads the stream too slowly.')
        try {
          const { done, value } = await iterator.next()
          if (isLeft) return
          if (done) return controller.close()
          controller.enqueue(value)
          bytes += value.length
          handedAt = clock()
          watch(controller)
        } catch (error) {
          if (isLeft) return
          onFault(error)
          breakOff(controller, error)
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}
