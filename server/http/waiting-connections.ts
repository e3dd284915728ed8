import type { Socket } from 'node:net'
import { networkOf } from '../client/address.ts'

/**
 * The connections of each address on which no request is at work: opened and silent, in the middle of their headers, or
 * between two requests. Of more than `most` those that have waited longest are cut, so that whoever opens many and says
 * nothing pushes out their own, and a caller who means it gets through. What has not waited from one check to the next may
 * have spoken, and was not heard yet.
 */
export class WaitingConnections {
  readonly #waiting = new Map<string, Set<Socket>>()
  readonly #seen = new WeakSet<Socket>()
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
    this.#seen.delete(socket)
    if (waiting?.size === 0) this.#waiting.delete(address)
  }

  /** Its request has been answered. */
  waits(socket: Socket): void {
    if (socket.destroyed) return
    const address = this.#addresses.get(socket) ?? ''
    this.#waiting.set(address, (this.#waiting.get(address) ?? new Set()).add(socket))
  }

  /** Cuts what is too many. */
  check(): void {
    for (const waiting of this.#waiting.values()) {
      const old = [...waiting].filter((socket) => this.#seen.has(socket))
      for (const socket of old.slice(0, Math.max(0, waiting.size - this.most))) socket.destroy()
      for (const socket of waiting) this.#seen.add(socket)
    }
  }
}
