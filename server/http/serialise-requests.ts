import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of pipelined requests waiting on a connection. With more requests, the connection is closed. */
const MAX_PIPELINED_REQUESTS = 8

type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Starts the requests of a connection one after the other. Node would start pipelined requests immediately. If the connection
 * then closes, Node emits no event for waiting requests, so files opened for these requests would stay open.
 */
export function serialiseRequests(handle: HandleRequest, max = MAX_PIPELINED_REQUESTS): HandleRequest {
  const queues = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const start = () => {
      handle(request, response)
      // Added after `handle`, so that the end listeners of this request run before the next request starts.
      response.once('close', () => {
        const next = queues.get(socket)?.shift()
        if (next && !socket.destroyed) next()
        else queues.delete(socket)
      })
    }
    const queue = queues.get(socket)
    if (!queue) {
      queues.set(socket, [])
      start()
    } else if (queue.length < max) queue.push(start)
    else socket.destroy()
  }
}
