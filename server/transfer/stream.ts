/** A reader that takes nothing for so long has gone, or holds a place that others wait for; in milliseconds. */
const STALL_MS = 60_000

/** What happens to a stream that does not come to its end. */
export interface StreamEnds {
  /**
   * Ends the connection at once; without one the stream fails. A reader who was told a length sees by it that something is
   * missing.
   */
  cut?: (() => void) | undefined
  onFault: (fault: unknown) => void
  stallMs?: number
}

/** Hands out pieces as they are asked for, none ahead. One that cannot be had ends the stream, and never like a whole one. */
export function streamOf(
  pieces: AsyncIterable<Uint8Array>,
  { cut, onFault, stallMs = STALL_MS }: StreamEnds,
): ReadableStream<Uint8Array> {
  const left = pieces[Symbol.asyncIterator]()
  let timer: NodeJS.Timeout | undefined
  const breakOff = (controller: ReadableStreamDefaultController, fault: unknown) => {
    clearTimeout(timer)
    if (!cut) return controller.error(fault)
    cut()
    // Nothing more gets through: where it failed instead, the listener would write of it beside the log.
    controller.close()
  }
  const watch = (controller: ReadableStreamDefaultController) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      void left.return?.()
      breakOff(controller, new Error('Nobody reads this stream.'))
    }, stallMs)
    timer.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(timer)
        try {
          const { done, value } = await left.next()
          if (done) return controller.close()
          controller.enqueue(value)
          watch(controller)
        } catch (fault) {
          onFault(fault)
          breakOff(controller, fault)
        }
      },
      async cancel() {
        clearTimeout(timer)
        await left.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
