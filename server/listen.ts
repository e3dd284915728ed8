import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { safe } from './client/security.ts'
import { errorResponse, Refusal } from './errors.ts'
import { BodyWatch, CALL_PACE, isUpload, type Pace, type Receiving } from './http/body-pace.ts'
import { answerClosed, type Closed } from './http/closed.ts'
import { answerRaw, tooSlow, unreadable } from './http/raw-answer.ts'
import { WaitingConnections } from './http/waiting-connections.ts'
import { StartFault } from './start-fault.ts'

/** What a connection may cost; times are in milliseconds. */
export interface ListenLimits {
  /** A connection on which nothing moves for so long is cut: whoever is at its end is gone, or means ill. */
  silentMs: number
  /** From the opening of a connection, or the first byte of a request, to the end of its headers. */
  headersMs: number
  /** A whole request. An upload over a slow line takes longer, and goes on where it was cut. */
  requestMs: number
  /** The pace at which a body comes. */
  pace: Pace
  /** How often slow ones are looked for. */
  checkMs: number
  /** Connections of one address on which no request is at work. */
  waitingOfAddress: number
  /** Connections of everybody. */
  connections: number
  /** What is under way may take so long once the server is asked to stop. */
  stopMs: number
}

const LIMITS: ListenLimits = {
  silentMs: 120_000,
  headersMs: 30_000,
  requestMs: 3_600_000,
  pace: CALL_PACE,
  checkMs: 1_000,
  waitingOfAddress: 256,
  connections: 10_000,
  stopMs: 10_000,
}

/** A port that is taken at once and served as soon as there is something to serve. */
export interface Listening {
  readonly server: Server
  /** The address to open in a browser. */
  readonly url: string
  /** Says what answers from now on; before that, every call hears 503 and every browser a page that asks again. */
  serve(listener: RequestListener): void
  /** Takes no more calls and says so, lets those under way end, then closes the port and what is left. */
  stop(): Promise<void>
}

/** A listener of Node's from an app's `fetch`; what cannot even be handed to the app is a bad request. */
export const listenerOf = (fetch: Parameters<typeof getRequestListener>[0]): RequestListener =>
  getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => safe(errorResponse(new Refusal('INVALID_INPUT', 'This is not a valid HTTP request.'))),
  }) as RequestListener

const closed = (why: Closed) => listenerOf((request) => answerClosed(why, request))

/** Takes a port (0: any free one). Throws StartFault where it is taken or not ours to take. */
export async function listen(
  port: number,
  host: string | undefined,
  given: Partial<ListenLimits> = {},
): Promise<Listening> {
  const limits = { ...LIMITS, ...given }
  let listener = closed('starting')
  let isStopping = false
  let underWay = 0
  let onIdle = () => {}
  const waiting = new WaitingConnections(limits.waitingOfAddress)
  const bodies = new BodyWatch(limits.pace, cutSlow)
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (request, response) => {
      const { socket } = request
      waiting.busy(socket)
      bodies.add({ request, response })
      underWay += 1
      if (isStopping) response.setHeader('connection', 'close')
      response.once('close', () => {
        waiting.waits(socket)
        underWay -= 1
        if (underWay === 0) onIdle()
      })
      listener(request, response)
    },
  )
  server.timeout = limits.silentMs
  server.maxConnections = limits.connections
  server.on('connection', (socket: Socket) => waiting.opened(socket))
  server.on('clientError', (fault, socket) => void answerRaw(socket, unreadable(fault)))
  const check = () => {
    bodies.check()
    waiting.check()
  }
  const checking = setInterval(check, limits.checkMs).unref()
  server.once('close', () => clearInterval(checking))

  await new Promise<void>((resolve, reject) => {
    server.once('error', (fault) => reject(asStartFault(fault, port, host)))
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  const shown = !host || host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    server,
    url: `http://${shown}:${taken}`,
    serve(next) {
      listener = next
    },
    async stop() {
      isStopping = true
      listener = closed('stopping')
      let limit: NodeJS.Timeout | undefined
      // The port stays open until then, so that a proxy in front hears that we stop before it finds us gone.
      await new Promise<void>((resolve) => {
        onIdle = resolve
        if (underWay === 0) resolve()
        limit = setTimeout(resolve, limits.stopMs)
      })
      clearTimeout(limit)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** Ends a connection whose body comes too slowly. Of an upload what came is kept: it goes on there, and needs no answer. */
function cutSlow({ request, response }: Receiving): void {
  if (isUpload(request) || response.headersSent) request.socket.destroy()
  else void answerRaw(request.socket, tooSlow())
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
