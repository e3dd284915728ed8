import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'

const MAX_PORT_TRIES = 10

export const isLoopbackHost = (host: string | undefined): boolean => host === undefined || host === 'localhost'

export function formatBrowserUrl(host: string | undefined, port: number): string {
  const acceptsLocalhost = isLoopbackHost(host) || host === '0.0.0.0' || host === '::'
  return `http://${acceptsLocalhost ? 'localhost' : host?.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Listens at `HOST`. Without `HOST`, listens at the loopback addresses of both IPv4 and IPv6, because browsers differ in which
 * one they use for `localhost`. Returns the function that closes the server. Rejects if the port is in use at either address.
 */
export async function listenAt(server: Server, port: number, host: string | undefined): Promise<() => Promise<void>> {
  if (!isLoopbackHost(host)) {
    await bindPort(server, port, host)
    return () => closeServer(server)
  }
  // This second listener passes its connections to `server`, which counts and closes them.
  const secondServer = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  secondServer.maxConnections = server.maxConnections
  for (let tries = 1; ; tries++) {
    await bindPort(server, port, '127.0.0.1')
    try {
      await bindPort(secondServer, (server.address() as AddressInfo).port, '::1')
      return () => Promise.all([closeServer(server), closeServer(secondServer)]).then(() => {})
    } catch (error) {
      if (isAddressMissing(error)) return () => closeServer(server)
      await closeServer(server)
      if (port !== 0 || tries === MAX_PORT_TRIES) throw error
    }
  }
}

/** Returns whether this machine lacks the address. Many machines have no IPv6. */
const isAddressMissing = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '')

const bindPort = (server: NetServer, port: number, host: string | undefined) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const closeServer = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()))
