import { once } from 'node:events'
import type { Commands, Event } from 'webdriver-bidi-protocol'
import WebSocket from 'ws'

/** Connection that speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): commands with results, and events. */
export class BidiConnection {
  #calls = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #lastId = 0

  private constructor(
    private readonly socket: WebSocket,
    onEvent: (event: Event) => void,
  ) {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Event | BidiResponse
      if (message.type === 'event') return onEvent(message)
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if (message.type === 'error') call?.reject(new Error(`${message.error}: ${message.message}`))
      else call?.resolve(message.result)
    })
    socket.on('close', () => {
      for (const { reject } of this.#calls.values()) reject(new Error('The browser has closed the connection'))
      this.#calls.clear()
    })
  }

  /** Connects to a browser. Rejects if no browser listens at `url`. */
  static async open(url: string, onEvent: (event: Event) => void): Promise<BidiConnection> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new BidiConnection(socket, onEvent)
  }

  /** Sends a command. Rejects with the browser's error. */
  send<T extends keyof Commands>(method: T, params: Commands[T]['params']): Promise<Commands[T]['returnType']> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      this.socket.send(JSON.stringify({ id, method, params }))
    })
  }

  close(): void {
    this.socket.close()
  }
}

type BidiResponse =
  | { type: 'success'; id: number; result: never }
  | { type: 'error'; id: number; error: string; message: string }
