import type { Socket } from 'node:net'
import { toRateLimitAddress } from './client-address.ts'

/**
 * Counts the open connections of each address. Refuses more than `maxPerAddress`, so that one address cannot use up all
 * connections.
 */
export class ConnectionLimiter {
  readonly #open = new Map<string, number>()

  constructor(private readonly maxPerAddress: number) {}

  tryOpen(socket: Socket): boolean {
    const address = toRateLimitAddress(socket.remoteAddress ?? '')
    const count = (this.#open.get(address) ?? 0) + 1
    if (count > this.maxPerAddress) return false
    this.#open.set(address, count)
    socket.once('close', () => {
      const openCount = (this.#open.get(address) ?? 1) - 1
      if (openCount > 0) this.#open.set(address, openCount)
      else this.#open.delete(address)
    })
    return true
  }
}
