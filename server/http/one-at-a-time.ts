import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for its answer before theirs; who sends more ahead is cut off. */
const MOST_AHEAD = 8

type Begin = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Lets the requests of a connection begin one after the other, each when the one before it is answered. Node begins all that
 * were sent ahead at once, and where the connection ends it tells those of it that have no turn yet nothing: what they had
 * opened, files above all, would stay open for ever.
 */
export function oneAtATime(begin: Begin, most = MOST_AHEAD): Begin {
  const ahead = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const start = () => {
      begin(request, response)
      // After `begin`, so that whoever it told of this request hears of its end before the next one begins.
      response.once('close', () => {
        const next = ahead.get(socket)?.shift()
        if (next && !socket.destroyed) next()
        else ahead.delete(socket)
      })
    }
    const waiting = ahead.get(socket)
    if (!waiting) {
      ahead.set(socket, [])
      start()
    } else if (waiting.length < most) waiting.push(start)
    else socket.destroy()
  }
}
