import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../../server/boot/app.ts'
import type { Deps } from '../../server/boot/deps.ts'

/** Test server that listens on a port, for behaviour that only a real connection shows. */
export interface PortServer {
  readonly port: number
  /** Sends a request verbatim, without normalisation, and returns status, headers and body as one text. */
  sendRaw(head: readonly string[], body?: Uint8Array): Promise<string>
  connect(): Socket
  close(): Promise<void>
}

export async function listenOnPort(deps: Deps): Promise<PortServer> {
  const listener = getRequestListener(createApp(deps).fetch, { overrideGlobalObjects: false }) as RequestListener
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const open = () => connect(port, '127.0.0.1')
  return {
    port,
    connect: open,
    sendRaw(head, body) {
      const socket = open()
      return new Promise((resolve) => {
        let text = ''
        socket.setEncoding('latin1')
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(text))
        socket.write(`${[...head, 'host: 127.0.0.1', 'connection: close'].join('\r\n')}\r\n\r\n`, 'latin1')
        if (body) socket.write(body)
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Returns the status of a raw response, or 0 without a status line. */
export const parseResponseStatus = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)
