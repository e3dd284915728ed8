import type { IncomingMessage } from 'node:http'

/** Maximum number of bytes buffered per request; the sender is then paused. Fifty concurrent requests use less than 64 MB. */
const MAX_BUFFERED_BYTES = 512 * 1024

/**
 * Returns the body of a request as a stream. If the connection breaks, the stream ends instead of failing. A failed stream would
 * drop its buffered bytes, which the client would have to send again.
 */
export function createRequestBodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  let hasEnded = false
  let isListening = false
  let wake = () => {}

  const receive = (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_BUFFERED_BYTES) incoming.pause()
    wake()
  }
  const end = () => {
    hasEnded = true
    wake()
  }
  // Listens only once the stream is read, because the server discards a body that is never read.
  const listen = () => {
    isListening = true
    hasEnded = incoming.destroyed || incoming.readableEnded
    for (const name of ['end', 'aborted', 'error', 'close']) incoming.on(name, end)
    incoming.on('data', receive)
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isListening) listen()
        while (chunks.length === 0 && !hasEnded)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        const chunk = chunks.shift()
        if (!chunk) return controller.close()
        bytes -= chunk.length
        if (bytes <= MAX_BUFFERED_BYTES / 2) incoming.resume()
        controller.enqueue(chunk)
      },
      cancel() {
        chunks.length = 0
        incoming.off('data', receive)
        incoming.resume()
        end()
      },
    },
    { highWaterMark: 0 },
  )
}
