import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { errorResponse, Refusal } from './errors.ts'
import { listenAt, urlAt } from './listen-at.ts'
import { StartFault } from './start-fault.ts'

/** How long requests under way may take once the server is asked to stop, in milliseconds. */
const STOP_MS = 10_000

/** A connection on which nothing moves for so long is cut, in milliseconds: whoever is at its end is gone, or means ill. */
export const SILENT_MS = 120_000

/** A port that is taken at once and served as soon as there is something to serve. */
export interface Listening {
  readonly server: Server
  /** The address to open in a browser. */
  readonly url: string
  /** Says what answers from now on; before that, every call hears 503. */
  serve(listener: RequestListener): void
  /** Takes no more calls, lets those under way end, then closes what is left. */
  stop(): Promise<void>
}

const starting = getRequestListener(() =>
  errorResponse(new Refusal('UNAVAILABLE', 'The server is starting.', undefined, 1)),
)

/** Takes a port (0: any free one) at `HOST`, else at the loopback address. Throws StartFault where it is taken or not ours to take. */
export async function listen(port: number, host: string | undefined, silentMs = SILENT_MS): Promise<Listening> {
  let listener: RequestListener = starting
  let isStopping = false
  const server = createServer((request, response) => {
    if (isStopping) response.setHeader('connection', 'close')
    listener(request, response)
  })
  // A large upload over a slow line takes longer than the five minutes Node gives a request.
  server.requestTimeout = 0
  server.timeout = silentMs
  const close = await listenAt(server, port, host).catch((fault) => {
    throw asStartFault(fault, port, host)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    server,
    url: urlAt(host, taken),
    serve(next) {
      listener = next
    },
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        const limit = setTimeout(() => server.closeAllConnections(), STOP_MS)
        close().then(() => {
          clearTimeout(limit)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function asStartFault(fault: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  switch (fault.code) {
    case 'EADDRINUSE':
      return new StartFault(`Port ${port} is in use already; choose another with PORT.`)
    case 'EACCES':
      return new StartFault(`Port ${port} may not be used by this account; choose another with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartFault(`This machine has no address ${host}; choose another with HOST.`)
    default:
      return fault
  }
}
