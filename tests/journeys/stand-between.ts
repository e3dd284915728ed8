import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** What stands between changes: by the path that was asked for, the text that the server gave, or `null` where it has nothing. */
export type Change = (path: string, text: string) => string | null

/** Stands between browsers and a server, as a proxy does: hands on all, changes what it is told to, and can be gone. */
export class StandBetween {
  /** Other text for pages and scripts. */
  change: Change | undefined
  /** Under what path the server has what is asked for under another. */
  readonly others = new Map<string, string>()
  #isGone = false
  readonly #server: Server

  private constructor(private readonly target: number) {
    this.#server = createServer((asked, answer) => this.#handOn(asked, answer))
  }

  static async before(target: number): Promise<StandBetween> {
    const between = new StandBetween(target)
    await new Promise<void>((resolve) => between.#server.listen(0, '127.0.0.1', resolve))
    return between
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Nobody is there: what is open ends, and what comes is cut off. */
  leave(): void {
    this.#isGone = true
    this.#server.closeAllConnections()
  }

  comeBack(): void {
    this.#isGone = false
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #handOn(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.#isGone) {
      asked.socket.destroy()
      return
    }
    const path = new URL(asked.url ?? '/', this.url).pathname
    // What is changed here a browser has to be told whole.
    if (this.change) delete asked.headers['if-none-match']
    const options = {
      port: this.target,
      host: '127.0.0.1',
      path: this.others.get(path) ?? asked.url,
      method: asked.method,
    }
    const on = request({ ...options, headers: { ...asked.headers, 'accept-encoding': 'gzip' } }, (given) => {
      // An answer that breaks off is broken off: whoever waits for its end would wait for ever.
      given.on('error', () => asked.socket.destroy())
      const { change } = this
      const isText = /^text\/(html|javascript)/.test(given.headers['content-type'] ?? '')
      if (!change || !isText || asked.method !== 'GET') {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
        return
      }
      const parts: Buffer[] = []
      given.on('data', (part: Buffer) => parts.push(part))
      given.on('end', () => {
        const bytes = Buffer.concat(parts)
        const text = change(path, String(given.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes))
        const { 'content-encoding': _, 'content-length': __, etag: ___, ...headers } = given.headers
        answer.writeHead(text === null ? 404 : (given.statusCode ?? 500), headers)
        answer.end(text ?? '')
      })
    })
    on.on('error', () => asked.socket.destroy())
    asked.pipe(on)
  }
}
