import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** Replaces the text of a response. Receives the requested path and the server's text. Returns `null` for a 404 response. */
export type RewriteText = (path: string, text: string) => string | null

/** Proxy between browsers and a server. Can change responses and simulate an unreachable server. */
export class RewritingProxy {
  rewriteText: RewriteText | undefined
  readonly pathAliases = new Map<string, string>()
  #isDown = false
  readonly #server: Server

  private constructor(private readonly target: number) {
    this.#server = createServer((incoming, clientResponse) => this.#forward(incoming, clientResponse))
  }

  static async create(target: number): Promise<RewritingProxy> {
    const proxy = new RewritingProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Simulates an unreachable server: closes open connections and each new connection. */
  goDown(): void {
    this.#isDown = true
    this.#server.closeAllConnections()
  }

  goUp(): void {
    this.#isDown = false
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #forward(incoming: IncomingMessage, clientResponse: ServerResponse): void {
    if (this.#isDown) {
      incoming.socket.destroy()
      return
    }
    const path = new URL(incoming.url ?? '/', this.url).pathname
    // Only a complete response can be changed, so a 304 response must not occur.
    if (this.rewriteText) delete incoming.headers['if-none-match']
    const options = {
      port: this.target,
      host: '127.0.0.1',
      path: this.pathAliases.get(path) ?? incoming.url,
      method: incoming.method,
    }
    const forwarded = request(
      { ...options, headers: { ...incoming.headers, 'accept-encoding': 'gzip' } },
      (response) => {
        // Closes the browser's connection if the server's response breaks off. Otherwise the browser would wait forever.
        response.on('error', () => incoming.socket.destroy())
        const { rewriteText } = this
        const isText = /^text\/(html|javascript)/.test(response.headers['content-type'] ?? '')
        if (!rewriteText || !isText || incoming.method !== 'GET') {
          clientResponse.writeHead(response.statusCode ?? 500, response.headers)
          response.pipe(clientResponse)
          return
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = rewriteText(
            path,
            String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes),
          )
          const { 'content-encoding': _, 'content-length': __, etag: ___, ...headers } = response.headers
          clientResponse.writeHead(text === null ? 404 : (response.statusCode ?? 500), headers)
          clientResponse.end(text ?? '')
        })
      },
    )
    forwarded.on('error', () => incoming.socket.destroy())
    incoming.pipe(forwarded)
  }
}
