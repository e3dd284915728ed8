import type { Server } from 'node:http'
import type { Server as TcpServer } from 'node:net'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'

/** Closes a server, and the connections of an HTTP server. Resolves once all connections have ended. */
export const closeServer = (open: Server | TcpServer) =>
  new Promise<void>((resolve) => {
    open.close(() => resolve())
    if ('closeAllConnections' in open) open.closeAllConnections()
  })

export interface CuttableProxy {
  port: number
  /** Number of bytes from the client after which a connection is cut. Each entry cuts one connection. */
  cutAfterBytes: number[]
  /** After this number of bytes from clients, the proxy drops the next response together with its connection. */
  dropResponseAfterBytes: number
  receivedBytes: number
  close: () => Promise<void>
}

export async function openCuttableProxy(target: () => number | undefined): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  const wire: CuttableProxy = {
    port: 0,
    cutAfterBytes: [],
    dropResponseAfterBytes: Number.POSITIVE_INFINITY,
    receivedBytes: 0,
    close,
  }
  const listening = createTcpServer((clientSocket) => {
    const port = target()
    // A server that is shutting down has no port.
    if (port === undefined) return clientSocket.destroy()
    const serverSocket = connect(port, '127.0.0.1')
    const limit = wire.cutAfterBytes[0]
    let receivedBytes = 0
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => clientSocket.destroy())
      socket.on('close', () => clientSocket.destroy())
    }
    clientSocket.on('close', () => serverSocket.end())
    clientSocket.on('data', (bytes) => {
      receivedBytes += bytes.length
      wire.receivedBytes += bytes.length
      serverSocket.write(bytes)
      if (limit !== undefined && receivedBytes >= limit && wire.cutAfterBytes[0] === limit) {
        wire.cutAfterBytes.shift()
        clientSocket.destroy()
      }
    })
    serverSocket.on('data', (bytes) => {
      if (wire.receivedBytes >= wire.dropResponseAfterBytes) {
        wire.dropResponseAfterBytes = Number.POSITIVE_INFINITY
        clientSocket.destroy()
      } else clientSocket.write(bytes)
    })
  })
  async function close() {
    for (const socket of sockets) socket.destroy()
    await closeServer(listening)
  }
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  wire.port = (listening.address() as AddressInfo).port
  return wire
}
