import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createServer as createApp } from '../../server/app.ts'
import type { Deps } from '../../server/deps.ts'

/** A test's server on a port of this machine, for what only a real connection shows. */
export interface OnPort {
  readonly port: number
  /** Sends a request line by line as it stands, nothing normalised, and answers status, headers and body in one text. */
  raw(head: readonly string[], body?: Uint8Array): Promise<string>
  connect(): Socket
  close(): Promise<void>
}

/** Puts a server on a port. */
export async function onPort(deps: Deps): Promise<OnPort> {
  const listener = getRequestListener(createApp(deps).fetch, { overrideGlobalObjects: false }) as RequestListener
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const open = () => connect(port, '127.0.0.1')
  return {
    port,
    connect: open,
    raw(head, body) {
      const socket = open()
      return new Promise((resolve) => {
        let text = ''
        socket.setEncoding('latin1')
        socket.on('data', (piece) => {
          text += piece
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

/** The status of an answer as it came over the wire; 0 where none came. */
export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
