import type { Socket } from 'node:net'
import { toRateLimitAddress } from './client-address.ts'

/**
 * Idle connections of each address. Above `maxPerAddress`, the connections idle for longest are closed. Connections that became
 * idle after the previous check are spared, because their request may not have been processed.
 */
export class IdleConnections {
  readonly #idle = new Map<string, Set<Socket>>()
  readonly #idleAtLastCheck = new WeakSet<Socket>()
  // A closed socket no longer has a remote address.
  readonly #addresses = new WeakMap<Socket, string>()

  constructor(private readonly maxPerAddress: number) {}

  add(socket: Socket): void {
    this.#addresses.set(socket, toRateLimitAddress(socket.remoteAddress ?? ''))
    socket.once('close', () => this.markBusy(socket))
    this.markIdle(socket)
  }

  markBusy(socket: Socket): void {
    const address = this.#addresses.get(socket) ?? ''
    const idleSockets = this.#idle.get(address)
    idleSockets?.delete(socket)
    this.#idleAtLastCheck.delete(socket)
    if (idleSockets?.size === 0) this.#idle.delete(address)
  }

  markIdle(socket: Socket): void {
    if (socket.destroyed) return
    const address = this.#addresses.get(socket) ?? ''
    this.#idle.set(address, (this.#idle.get(address) ?? new Set()).add(socket))
  }

  closeExcess(): void {
    for (const idleSockets of this.#idle.values()) {
      const old = [...idleSockets].filter((socket) => this.#idleAtLastCheck.has(socket))
      for (const socket of old.slice(0, Math.max(0, idleSockets.size - this.maxPerAddress))) socket.destroy()
      for (const socket of idleSockets) this.#idleAtLastCheck.add(socket)
    }
  }
}
