import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createErrorResponse, HttpError } from '../errors/http-error.ts'
import { StartupError } from '../errors/startup-error.ts'
import { stripQuery } from './admission.ts'
import {
  BodyRateMonitor,
  DEFAULT_RECEIVE_RATE,
  isTusUpload,
  type MinimumReceiveRate,
  type ReceivingRequest,
} from './body-rate-monitor.ts'
import { toRateLimitAddress } from './client-address.ts'
import { IdleConnections } from './idle-connections.ts'
import { formatBrowserUrl, listenAt } from './listen-at.ts'
import { createNotReadyResponse, type NotReadyReason } from './not-ready.ts'
import { hasDisguisedSegments } from './raw-path.ts'
import {
  createBadRequestResponse,
  createExpectationFailedResponse,
  createTooSlowResponse,
  writeRawResponse,
} from './raw-response.ts'
import { createRequestListener } from './request-listener.ts'
import { withSecurityHeaders } from './security.ts'

/** Limits of connections; times in milliseconds. */
export interface ListenLimits {
  /** Time without traffic after which a connection is closed. */
  silenceTimeoutMs: number
  /**
   * Keep-alive time after a response. Must be longer than the keep-alive time of a proxy in front, which could otherwise use a
   * closing connection.
   */
  idleMs: number
  /** Time from the opening of a connection, or the first byte of a request, to the end of its headers. */
  headersMs: number
  /** Time for a whole request. The client resumes an upload that takes longer. */
  requestMs: number
  receiveRate: MinimumReceiveRate
  checkMs: number
  idleConnectionsPerAddress: number
  connectionsPerAddress: number
  connections: number
  /** Time for running requests to finish after a stop. */
  stopMs: number
}

const LISTEN_LIMITS: ListenLimits = {
  silenceTimeoutMs: 120_000,
  idleMs: 75_000,
  headersMs: 30_000,
  requestMs: 3_600_000,
  receiveRate: DEFAULT_RECEIVE_RATE,
  checkMs: 1_000,
  idleConnectionsPerAddress: 256,
  connectionsPerAddress: 2_500,
  connections: 10_000,
  stopMs: 10_000,
}

/** Port that is bound immediately, and served once the server is ready. */
export interface HttpListener {
  readonly server: Server
  readonly url: string
  /** Sets the request listener. Before this call, API requests get 503, and browsers get a page that reloads. */
  serve(listener: RequestListener): void
  readonly activeRequests: number
  /** Serves requests for another `ms` milliseconds, but reports not ready and closes each connection after its response. */
  drain(ms: number): Promise<void>
  stop(): Promise<void>
}

/** Refuses a path with disguised segments, before routing, admission control and Vite read it. */
const rejectDisguisedPath: RequestListener = (_, response) => {
  const rejection = withSecurityHeaders(
    createErrorResponse(
      new HttpError('INVALID_INPUT', 'The path must not contain encoded dots or slashes, backslashes or dot segments.'),
    ),
  )
  response.writeHead(rejection.status, { ...Object.fromEntries(rejection.headers), connection: 'close' })
  void rejection.text().then((body) => response.end(body))
}

const createNotReadyListener = (reason: NotReadyReason) =>
  createRequestListener((request) => createNotReadyResponse(reason, request))

/**
 * Binds a port (0: any free one) at `HOST`, or at the loopback address. Throws `StartupError` if the port is in use or not
 * permitted.
 */
export async function listen(
  port: number,
  host: string | undefined,
  limitOverrides: Partial<ListenLimits> = {},
): Promise<HttpListener> {
  const limits = { ...LISTEN_LIMITS, ...limitOverrides }
  let listener = createNotReadyListener('starting')
  let [isDraining, isStopping] = [false, false]
  let activeCount = 0
  let onIdle = () => {}
  const idleConnections = new IdleConnections(limits.idleConnectionsPerAddress)
  const bodies = new BodyRateMonitor(limits.receiveRate, rejectSlowBody)
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      // The app itself refuses a request without a host, in the format of the API.
      requireHostHeader: false,
    },
    serialiseRequests((request, response) => {
      const { socket } = request
      idleConnections.markBusy(socket)
      bodies.add({ request, response })
      activeCount += 1
      if (isDraining || isStopping) response.setHeader('connection', 'close')
      response.once('close', () => {
        idleConnections.markIdle(socket)
        activeCount -= 1
        if (activeCount === 0) onIdle()
      })
      const { url = '' } = request
      const isProbe = isDraining && stripQuery(url) === '/readyz'
      const respond = hasDisguisedSegments(url)
        ? rejectDisguisedPath
        : isProbe
          ? createNotReadyListener('draining')
          : listener
      respond(request, response)
    }),
  )
  server.timeout = limits.silenceTimeoutMs
  server.maxConnections = limits.connections
  const connectionLimiter = new ConnectionLimiter(limits.connectionsPerAddress)
  server.on('connection', (socket: Socket) => {
    if (connectionLimiter.tryOpen(socket)) idleConnections.add(socket)
    else socket.destroy()
  })
  server.on('clientError', (error, socket) => void writeRawResponse(socket, createBadRequestResponse(error)))
  server.on('checkExpectation', ({ socket }) => void writeRawResponse(socket, createExpectationFailedResponse()))
  const check = () => {
    bodies.check()
    idleConnections.closeExcess()
  }
  const checkTimer = setInterval(check, limits.checkMs).unref()
  server.once('close', () => clearInterval(checkTimer))

  const close = await listenAt(server, port, host).catch((error) => {
    clearInterval(checkTimer)
    throw toStartupError(error, port, host)
  })
  const { port: boundPort } = server.address() as AddressInfo
  return {
    server,
    url: formatBrowserUrl(host, boundPort),
    serve(next) {
      listener = next
    },
    get activeRequests() {
      return activeCount
    },
    async drain(ms) {
      if (ms === 0) return
      isDraining = true
      await pause(ms)
    },
    async stop() {
      isStopping = true
      listener = createNotReadyListener('stopping')
      let limit: NodeJS.Timeout | undefined
      // The port stays open while requests run, so that a proxy in front can detect that the server is stopping.
      await new Promise<void>((resolve) => {
        onIdle = resolve
        if (activeCount === 0) resolve()
        limit = setTimeout(resolve, limits.stopMs)
      })
      clearTimeout(limit)
      const closed = close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Closes a connection whose body arrives too slowly. A tus client gets no response, because it resumes after the received bytes.
 */
function rejectSlowBody({ request, response }: ReceivingRequest): void {
  if (isTusUpload(request) || response.headersSent) request.socket.destroy()
  else void writeRawResponse(request.socket, createTooSlowResponse())
}

function toStartupError(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(`Port ${port} is already in use; choose another with PORT.`)
    case 'EACCES':
      return new StartupError(`Port ${port} may not be used by this account; choose another with PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`This machine has no address ${host}; choose another with HOST.`)
    default:
      return error
  }
}

/**
 * Counts the open connections of each address. Refuses more than `maxPerAddress`, so that one address cannot use up all
 * connections.
 */
class ConnectionLimiter {
  readonly #open = new Map<string, number>()

  constructor(private readonly maxPerAddress: number) {}

  tryOpen(socket: Socket): boolean {
    const address = toRateLimitAddress(socket.remoteAddress ?? '')
    const count = (this.#open.get(address) ?? 0) + 1
    if (count > this.maxPerAddress) return false
    this.#open.set(address, count)
    socket.once('close', () => {
      const openCount = (this.#open.get(address) ?? 1) - 1
      if (openCount > 0) this.#open.set(address, openCount)
      else this.#open.delete(address)
    })
    return true
  }
}

/** Maximum number of pipelined requests waiting on a connection. With more requests, the connection is closed. */
const MAX_PIPELINED_REQUESTS = 8

type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Starts the requests of a connection one after the other. Node would start pipelined requests immediately. If the connection
 * then closes, Node emits no event for waiting requests, so files opened for these requests would stay open.
 */
function serialiseRequests(handle: HandleRequest): HandleRequest {
  const queues = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const start = () => {
      handle(request, response)
      // Added after `handle`, so that the end listeners of this request run before the next request starts.
      response.once('close', () => {
        const next = queues.get(socket)?.shift()
        if (next && !socket.destroyed) next()
        else queues.delete(socket)
      })
    }
    const queue = queues.get(socket)
    if (!queue) {
      queues.set(socket, [])
      start()
    } else if (queue.length < MAX_PIPELINED_REQUESTS) queue.push(start)
    else socket.destroy()
  }
}
