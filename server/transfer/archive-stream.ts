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
  let isCancelled = false
  const cancelRead = async () => {
    clearTimeout(timer)
    isCancelled = true
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
  const abandon = (controller: ReadableStreamDefaultController, message: string) => {
    void cancelRead()
    breakOff(controller, new Error(message))
  }
  const startStallTimer = (controller: ReadableStreamDefaultController) => {
    clearTimeout(timer)
    timer = setTimeout(() => abandon(controller, 'The client stopped reading the stream.'), stallMs)
    timer.unref()
  }
  // Counts only the time spent waiting for the reader, because the disk may be the slow side.
  let deliveredAt: number | undefined
  let waitedMs = 0
  let bytes = 0
  const isTooSlow = () => {
    waitedMs += deliveredAt === undefined ? 0 : clock() - deliveredAt
    if (waitedMs < minReadRate.spanMs) return false
    const isSlow = bytes < minReadRate.minBytes
    waitedMs = 0
    bytes = 0
    return isSlow
  }
  return new ReadableStream<Uint8Array>(
    {
      start: startStallTimer,
      async pull(controller) {
        clearTimeout(timer)
        if (isTooSlow()) return abandon(controller, 'The client reads the stream too slowly.')
        try {
          const { done, value } = await iterator.next()
          if (isCancelled) return
          if (done) return controller.close()
          controller.enqueue(value)
          bytes += value.length
          deliveredAt = clock()
          startStallTimer(controller)
        } catch (error) {
          if (isCancelled) return
          onFault(error)
          breakOff(controller, error)
        }
      },
      cancel: cancelRead,
    },
    { highWaterMark: 0 },
  )
}
