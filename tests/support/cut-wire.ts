import type { Server } from 'node:http'
import type { Server as TcpServer } from 'node:net'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'

/** Ends a server with all its connections. */
export const closed = (open: Server | TcpServer) =>
  new Promise<void>((resolve) => {
    open.close(() => resolve())
    if ('closeAllConnections' in open) open.closeAllConnections()
  })

/** How a wire is cut, and what passed it. */
export interface CutWire {
  port: number
  /** Bytes from the client after which each next connection ends; used up one by one. */
  cutAfter: number[]
  /** Once so many bytes passed, the next answer is dropped with its connection. */
  swallowAnswerAfter: number
  passed: number
  close: () => Promise<void>
}

/** Opens a wire between client and server that can be cut. */
export async function openProxy(target: () => number | undefined): Promise<CutWire> {
  const sockets = new Set<Socket>()
  const wire: CutWire = { port: 0, cutAfter: [], swallowAnswerAfter: Number.POSITIVE_INFINITY, passed: 0, close }
  const listening = createTcpServer((near) => {
    const port = target()
    // A server on its way down has no port, and takes nobody.
    if (port === undefined) return near.destroy()
    const far = connect(port, '127.0.0.1')
    const limit = wire.cutAfter[0]
    let here = 0
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => near.destroy())
      socket.on('close', () => near.destroy())
    }
    near.on('close', () => far.end())
    near.on('data', (bytes) => {
      here += bytes.length
      wire.passed += bytes.length
      far.write(bytes)
      if (limit !== undefined && here >= limit && wire.cutAfter[0] === limit) {
        wire.cutAfter.shift()
        near.destroy()
      }
    })
    far.on('data', (bytes) => {
      if (wire.passed >= wire.swallowAnswerAfter) {
        wire.swallowAnswerAfter = Number.POSITIVE_INFINITY
        near.destroy()
      } else near.write(bytes)
    })
  })
  async function close() {
    for (const socket of sockets) socket.destroy()
    await closed(listening)
  }
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  wire.port = (listening.address() as AddressInfo).port
  return wire
}
