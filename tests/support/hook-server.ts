import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was posted to it. */
export interface Posted {
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what came, whatever it is
  body: any
}

type Answer = { status: number; text?: string; headers?: Record<string, string> } | 'never' | 'cut'

/** Somebody's server that takes posts; `answer` says how, by what was posted. */
export class HookServer {
  readonly posted: Posted[] = []
  answer: (posted: Posted) => Answer | Promise<Answer> = () => ({ status: 204 })
  readonly #server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const posted = { headers: request.headers, text, body: JSON.parse(text) }
    this.posted.push(posted)
    const answer = await this.answer(posted)
    if (answer === 'cut') request.socket.destroy()
    else if (answer !== 'never') response.writeHead(answer.status, answer.headers).end(answer.text)
  })

  static async open(port = 0): Promise<HookServer> {
    const server = new HookServer()
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
