import type { IncomingMessage } from 'node:http'

/** Maximum number of bytes buffered for one request before its sender is paused. Fifty concurrent requests stay below 64 MB. */
const MAX_BUFFERED_BYTES = 512 * 1024

/**
 * Returns the body of a request as a stream that ends, instead of failing, when the connection breaks. A failed stream drops its
 * buffered bytes, and the sender would have to send them again.
 */
export function createRequestBodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const waiting: Buffer[] = []
  let bytes = 0
  let isOver = false
  let isListening = false
  let wake = () => {}

  const take = (chunk: Buffer) => {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_BUFFERED_BYTES) incoming.pause()
    wake()
  }
  const end = () => {
    isOver = true
    wake()
  }
  // Listens only once the stream is read: the server discards a body that is never read.
  const listen = () => {
    isListening = true
    isOver = incoming.destroyed || incoming.readableEnded
    for (const name of ['end', 'aborted', 'error', 'close']) incoming.on(name, end)
    incoming.on('data', take)
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isListening) listen()
        while (waiting.length === 0 && !isOver)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        const chunk = waiting.shift()
        if (!chunk) return controller.close()
        bytes -= chunk.length
        if (bytes <= MAX_BUFFERED_BYTES / 2) incoming.resume()
        controller.enqueue(chunk)
      },
      cancel() {
        waiting.length = 0
        incoming.off('data', take)
        incoming.resume()
        end()
      },
    },
    { highWaterMark: 0 },
  )
}
