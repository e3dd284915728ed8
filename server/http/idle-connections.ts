import type { Socket } from 'node:net'
import { toRateLimitAddress } from './client-address.ts'

/**
 * Idle connections of each address: before or within the headers of a request, or between two requests. Beyond `most`, those idle
 * for longest are closed, so an attacker's connections push out only each other. Connections not yet idle at the previous check
 * are spared, because their request may not have been processed.
 */
export class IdleConnections {
  readonly #idle = new Map<string, Set<Socket>>()
  readonly #idleAtLastCheck = new WeakSet<Socket>()
  // A closed socket no longer has a remote address.
  readonly #addresses = new WeakMap<Socket, string>()

  constructor(private readonly most: number) {}

  /** Registers a new connection. */
  add(socket: Socket): void {
    this.#addresses.set(socket, toRateLimitAddress(socket.remoteAddress ?? ''))
    socket.once('close', () => this.markBusy(socket))
    this.markIdle(socket)
  }

  /** Removes a connection that has received a whole request or has closed. */
  markBusy(socket: Socket): void {
    const address = this.#addresses.get(socket) ?? ''
    const waiting = this.#idle.get(address)
    waiting?.delete(socket)
    this.#idleAtLastCheck.delete(socket)
    if (waiting?.size === 0) this.#idle.delete(address)
  }

  /** Registers a connection whose response is complete as idle. */
  markIdle(socket: Socket): void {
    if (socket.destroyed) return
    const address = this.#addresses.get(socket) ?? ''
    this.#idle.set(address, (this.#idle.get(address) ?? new Set()).add(socket))
  }

  /** Closes the excess connections. */
  closeExcess(): void {
    for (const waiting of this.#idle.values()) {
      const old = [...waiting].filter((socket) => this.#idleAtLastCheck.has(socket))
      for (const socket of old.slice(0, Math.max(0, waiting.size - this.most))) socket.destroy()
      for (const socket of waiting) this.#idleAtLastCheck.add(socket)
    }
  }
}
