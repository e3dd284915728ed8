import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** Starts a stub of a Stately tool on this machine, which records all received messages. */
export async function startStatelyTool() {
  vi.stubGlobal('WebSocket', WebSocket)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const texts: string[] = []
  let calls = 0
  server.on('connection', (socket) => {
    calls += 1
    socket.on('message', (data) => texts.push(String(data)))
  })
  await once(server, 'listening')
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    texts,
    // biome-ignore lint/suspicious/noExplicitAny: tests inspect the messages of a foreign protocol
    messages: (): any[] => texts.map((text) => JSON.parse(text)),
    calls: () => calls,
    async close() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
