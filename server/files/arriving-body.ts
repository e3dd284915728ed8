import type { IncomingMessage } from 'node:http'

/** Bytes of one request that may wait to be written before its sender is asked to wait: fifty at once stay below 64 MB. */
const MOST_WAITING = 512 * 1024

/**
 * The body of a request as a stream that ends where the connection breaks, in place of failing there: a stream that fails
 * drops what waits in it, and the sender would have to send those bytes again.
 */
export function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const waiting: Buffer[] = []
  let bytes = 0
  let isOver = false
  let isListening = false
  let wake = () => {}

  const take = (chunk: Buffer) => {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes > MOST_WAITING) incoming.pause()
    wake()
  }
  const end = () => {
    isOver = true
    wake()
  }
  // Only once somebody reads: a body that nobody wants is the server's to throw away.
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
        if (bytes <= MOST_WAITING / 2) incoming.resume()
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
