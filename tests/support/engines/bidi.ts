import { once } from 'node:events'
import type { Commands, Event } from 'webdriver-bidi-protocol'
import WebSocket from 'ws'

/** A connection that speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): calls with answers, and events. */
export class Bidi {
  #calls = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #last = 0

  private constructor(
    private readonly socket: WebSocket,
    onEvent: (event: Event) => void,
  ) {
    socket.on('message', (data) => {
      const said = JSON.parse(String(data)) as Event | Answer
      if (said.type === 'event') return onEvent(said)
      const call = this.#calls.get(said.id)
      this.#calls.delete(said.id)
      if (said.type === 'error') call?.reject(new Error(`${said.error}: ${said.message}`))
      else call?.resolve(said.result)
    })
    socket.on('close', () => {
      for (const { reject } of this.#calls.values()) reject(new Error('The browser is gone'))
      this.#calls.clear()
    })
  }

  /** Connects; rejects where nobody listens. */
  static async open(url: string, onEvent: (event: Event) => void): Promise<Bidi> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new Bidi(socket, onEvent)
  }

  /** Asks for something; rejects with what the browser says against it. */
  ask<T extends keyof Commands>(method: T, params: Commands[T]['params']): Promise<Commands[T]['returnType']> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      this.socket.send(JSON.stringify({ id, method, params }))
    })
  }

  close(): void {
    this.socket.close()
  }
}

type Answer =
  | { type: 'success'; id: number; result: never }
  | { type: 'error'; id: number; error: string; message: string }
