import type { Socket } from 'node:net'
import { networkOf } from '../client/address.ts'

/** The connections of each address, whatever is done on them: of more than `most` none is taken, so that others find room. */
export class ConnectionCounts {
  readonly #open = new Map<string, number>()

  constructor(private readonly most: number) {}

  /** A connection was opened; answers whether it may stay. */
  opened(socket: Socket): boolean {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (this.#open.get(address) ?? 0) + 1
    if (count > this.most) return false
    this.#open.set(address, count)
    socket.once('close', () => {
      const left = (this.#open.get(address) ?? 1) - 1
      if (left > 0) this.#open.set(address, left)
      else this.#open.delete(address)
    })
    return true
  }
}
