import type { Socket } from 'node:net'
import { networkOf } from '../client/address.ts'

/**
 * The connections of each address on which no request is at work: opened and silent, in the middle of their headers, or
 * between two requests. Of more than `most` the one that has waited longest is cut, so that whoever opens many and
 * says nothing pushes out their own, and a caller who means it gets through.
 */
export class WaitingConnections {
  readonly #waiting = new Map<string, Set<Socket>>()
  // A socket that is closed has forgotten its address.
  readonly #addresses = new WeakMap<Socket, string>()

  constructor(private readonly most: number) {}

  /** A connection was opened. */
  opened(socket: Socket): void {
    this.#addresses.set(socket, networkOf(socket.remoteAddress ?? ''))
    socket.once('close', () => this.busy(socket))
    this.waits(socket)
  }

  /** A whole request has come on it, or it has ended. */
  busy(socket: Socket): void {
    const address = this.#addresses.get(socket) ?? ''
    const waiting = this.#waiting.get(address)
    waiting?.delete(socket)
    if (waiting?.size === 0) this.#waiting.delete(address)
  }

  /** Its request has been answered. */
  waits(socket: Socket): void {
    if (socket.destroyed) return
    const address = this.#addresses.get(socket) ?? ''
    const waiting = this.#waiting.get(address) ?? new Set()
    this.#waiting.set(address, waiting.add(socket))
    const [oldest] = waiting
    if (waiting.size > this.most) oldest?.destroy()
  }
}
