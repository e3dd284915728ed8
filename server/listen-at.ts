import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'

/** How often any free port is tried that is free at one loopback address and taken at the other. */
const TRIES = 10

/** Whether `HOST` means the loopback address, as no `HOST` does. */
export const isLocal = (host: string | undefined): boolean => host === undefined || host === 'localhost'

/** The address to open in a browser. */
export function urlAt(host: string | undefined, port: number): string {
  const isAnywhere = isLocal(host) || host === '0.0.0.0' || host === '::'
  return `http://${isAnywhere ? 'localhost' : host?.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Makes a server listen where `HOST` says, else at the loopback address of both kinds, so that `localhost` is us whichever a
 * browser tries first. Answers what closes it. Rejects where a port is taken, at either address.
 */
export async function listenAt(server: Server, port: number, host: string | undefined): Promise<() => Promise<void>> {
  if (!isLocal(host)) {
    await bound(server, port, host)
    return () => closed(server)
  }
  // Its connections become the server's own, which counts and ends them.
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  beside.maxConnections = server.maxConnections
  for (let tries = 1; ; tries++) {
    await bound(server, port, '127.0.0.1')
    try {
      await bound(beside, (server.address() as AddressInfo).port, '::1')
      return () => Promise.all([closed(server), closed(beside)]).then(() => {})
    } catch (fault) {
      if (isAbsent(fault)) return () => closed(server)
      await closed(server)
      if (port !== 0 || tries === TRIES) throw fault
    }
  }
}

/** Whether this machine has no such address: many have IPv4 alone. */
const isAbsent = (fault: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((fault as NodeJS.ErrnoException).code ?? '')

const bound = (server: NetServer, port: number, host: string | undefined) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const closed = (server: NetServer) => new Promise<void>((resolve) => server.close(() => resolve()))
