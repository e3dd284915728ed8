/**
 * Time without a read after which a stream is ended, in milliseconds. Its reader has disconnected or occupies a slot that others
 * wait for.
 */
const STALL_TIMEOUT_MS = 60_000

/**
 * Minimum rate of a reader: 16 kB a second, measured over a minute of waiting for it. A slower reader occupies a slot that others
 * would use.
 */
const MIN_READ_RATE: MinimumReadRate = { spanMs: 60_000, minBytes: 60 * 16 * 1024 }

/** In each span of `spanMs` milliseconds of waiting for a reader, it must take at least `minBytes` bytes. */
export interface MinimumReadRate {
  spanMs: number
  minBytes: number
}

/** Callbacks and limits for a stream that does not end normally. */
export interface StreamHandlers {
  /**
   * Closes the connection immediately; if undefined, the stream errors. A client that knows the length detects the missing bytes.
   */
  destroyConnection?: (() => void) | undefined
  onFault: (error: unknown) => void
  /** Called when the stream no longer has a reader, so that a pending chunk can be dropped. */
  onCancelled?: () => void
  stallMs?: number
  minReadRate?: MinimumReadRate
  /** Returns milliseconds; replaced in tests. */
  clock?: () => number
}

/**
 * Creates a stream that yields chunks on demand, without read-ahead. A failed chunk breaks the stream off so that it cannot be
 * mistaken for complete.
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
    // No more bytes are sent. If the stream errored instead, the HTTP listener would print the error outside of the log.
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
  // Counts only the time spent waiting for the reader, so that a slow disk does not count against it.
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
