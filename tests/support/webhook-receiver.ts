import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPost {
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary bodies
  body: any
}

type HookResponse = { status: number; text?: string; headers?: Record<string, string> } | 'never' | 'cut'

/** Webhook receiver of a customer. `respond` chooses the response to each request. */
export class WebhookReceiver {
  readonly receivedPosts: ReceivedPost[] = []
  respond: (post: ReceivedPost) => HookResponse | Promise<HookResponse> = () => ({ status: 204 })
  readonly #server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const post = { headers: request.headers, text, body: JSON.parse(text) }
    this.receivedPosts.push(post)
    const hookResponse = await this.respond(post)
    if (hookResponse === 'cut') request.socket.destroy()
    else if (hookResponse !== 'never')
      response.writeHead(hookResponse.status, hookResponse.headers).end(hookResponse.text)
  })

  static async open(port = 0): Promise<WebhookReceiver> {
    const server = new WebhookReceiver()
    await once(server.#server.listen(port, '127.0.0.1'), 'listening')
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
