import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Optional faults of one connection. */
export interface ConnectionFault {
  /** Ends the connection after this number of bytes from the client. */
  cutAfterBytes?: number
  /** Ends the connection after this number of bytes from the server. */
  cutResponseAfterBytes?: number
  /** Ends the connection with a reset, which also discards unread data. */
  isReset?: boolean
  /** Delay of each chunk, in milliseconds. */
  delayMs?: number
}

/** TCP proxy between client and server that can cut connections. */
export interface FaultyProxy {
  readonly port: number
  receivedBytes: number
  /** Number of connections that a fault has ended. */
  cutConnections: number
  nextFault: () => ConnectionFault
  /** After this number of bytes from clients, the proxy drops the next response together with its connection. */
  dropResponseAfterBytes: number
  close: () => Promise<void>
}

/** Starts a TCP proxy in front of a server. `target` returns the server's current port. */
export async function openFaultyProxy(target: () => number): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  const listening = createServer({ allowHalfOpen: false }, (clientSocket) => forward(clientSocket))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const wire: FaultyProxy = {
    port: (listening.address() as AddressInfo).port,
    receivedBytes: 0,
    cutConnections: 0,
    nextFault: () => ({}),
    dropResponseAfterBytes: Number.POSITIVE_INFINITY,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => listening.close(() => resolve()))
    },
  }

  function forward(clientSocket: Socket) {
    const serverSocket = connect(target(), '127.0.0.1')
    const {
      cutAfterBytes = Number.POSITIVE_INFINITY,
      cutResponseAfterBytes,
      isReset = false,
      delayMs = 0,
    } = wire.nextFault()
    const responseLimit = cutResponseAfterBytes ?? Number.POSITIVE_INFINITY
    let [sentBytes, receivedBytes, isCut] = [0, 0, false]
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => clientSocket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        clientSocket.destroy()
      })
    }
    clientSocket.on('close', () => serverSocket.end())
    const cutConnection = () => {
      if (isCut) return
      isCut = true
      wire.cutConnections += 1
      if (isReset) {
        clientSocket.resetAndDestroy()
        serverSocket.resetAndDestroy()
      } else clientSocket.destroy()
    }
    const delayed = (work: () => void) => (delayMs > 0 ? setTimeout(work, delayMs) : work())
    clientSocket.on('data', (bytes) => {
      sentBytes += bytes.length
      wire.receivedBytes += bytes.length
      delayed(() => {
        if (!serverSocket.destroyed) serverSocket.write(bytes)
        if (sentBytes >= cutAfterBytes) cutConnection()
      })
    })
    serverSocket.on('data', (bytes) => {
      receivedBytes += bytes.length
      if (wire.receivedBytes >= wire.dropResponseAfterBytes) {
        wire.dropResponseAfterBytes = Number.POSITIVE_INFINITY
        return cutConnection()
      }
      delayed(() => {
        if (receivedBytes < responseLimit) return clientSocket.write(bytes)
        clientSocket.write(
          bytes.subarray(0, Math.max(0, bytes.length - (receivedBytes - responseLimit))),
          cutConnection,
        )
      })
    })
  }
  return wire
}
