import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { BodyWatch, CALL_PACE, isUpload, type Pace, type Receiving } from './http/body-pace.ts'
import { answerClosed, type Closed } from './http/closed.ts'
import { ConnectionCounts } from './http/connection-counts.ts'
import { listenerOf } from './http/listener.ts'
import { oneAtATime } from './http/one-at-a-time.ts'
import { answerRaw, tooSlow, unfulfilled, unreadable } from './http/raw-answer.ts'
import { WaitingConnections } from './http/waiting-connections.ts'
import { listenAt, urlAt } from './listen-at.ts'
import { StartFault } from './start-fault.ts'

/** What a connection may cost; times are in milliseconds. */
export interface ListenLimits {
  /** A connection on which nothing moves for so long is cut: whoever is at its end is gone, or means ill. */
  silentMs: number
  /** After an answer a connection stays open for the next request so long: longer than a proxy in front keeps it, which would else send one into it as it closes. */
  idleMs: number
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
  /** Connections of one address, whatever is done on them. */
  ofAddress: number
  /** Connections of everybody. */
  connections: number
  /** What is under way may take so long once the server is asked to stop. */
  stopMs: number
}

const LIMITS: ListenLimits = {
  silentMs: 120_000,
  idleMs: 75_000,
  headersMs: 30_000,
  requestMs: 3_600_000,
  pace: CALL_PACE,
  checkMs: 1_000,
  waitingOfAddress: 256,
  ofAddress: 2_500,
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

const closed = (why: Closed) => listenerOf((request) => answerClosed(why, request))

/** Takes a port (0: any free one) at `HOST`, else at the loopback address. Throws StartFault where it is taken or not ours to take. */
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
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
      // The app says so itself, in its own form.
      requireHostHeader: false,
    },
    oneAtATime((request, response) => {
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
    }),
  )
  server.timeout = limits.silentMs
  server.maxConnections = limits.connections
  const counts = new ConnectionCounts(limits.ofAddress)
  server.on('connection', (socket: Socket) => {
    if (counts.opened(socket)) waiting.opened(socket)
    else socket.destroy()
  })
  server.on('clientError', (fault, socket) => void answerRaw(socket, unreadable(fault)))
  server.on('checkExpectation', ({ socket }) => void answerRaw(socket, unfulfilled()))
  const check = () => {
    bodies.check()
    waiting.check()
  }
  const checking = setInterval(check, limits.checkMs).unref()
  server.once('close', () => clearInterval(checking))

  const close = await listenAt(server, port, host).catch((fault) => {
    clearInterval(checking)
    throw asStartFault(fault, port, host)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    server,
    url: urlAt(host, taken),
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
      const over = close()
      server.closeAllConnections()
      await over
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
