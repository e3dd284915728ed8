import type { MiddlewareHandler } from 'hono'
import pino, { type DestinationStream, type Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import { isDatabaseAway, isStorageFull } from './db/faults.ts'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A log of JSON lines on the error stream, so that the one line of the start stands alone on the other. */
export const createLog = (
  level: LogLevel,
  to: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: loggedFault } }, to)

/** What is written of a fault. The database's carry the row they are about: addresses, hashes and all. */
function loggedFault(fault: unknown): object {
  if (!(fault instanceof Error)) return { message: String(fault) }
  const { name, message } = fault
  // Nobody mends our code for a database that was away or a disk that is full: where it was met says nothing.
  const stack = isDatabaseAway(fault) || isStorageFull(fault) ? {} : { stack: fault.stack }
  return { type: name, message, ...stack, ...('code' in fault ? { code: fault.code } : {}) }
}

/** A path as it may be written down: without e-mail addresses, and never with its query. */
export const loggedPath = (path: string): string =>
  path.replace(/(\/users\/email\/)[^/]+/, '$1…').replace(/[^/]*(?:@|%40)[^/]*/gi, '…')

/** The id of a request: the one it was given, where that can be one, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : uuidv7()

/** What is told of a request that was answered; `begun` is when it came, by `performance.now()`. */
interface Answered {
  id: string
  method: string
  path: string
  status: number
  begun: number
}

/** Writes the one line of a request. */
export function tellRequest(log: Logger, { id, method, path, status, begun }: Answered): void {
  const line = { id, method, path: loggedPath(path), status, ms: Math.round((performance.now() - begun) * 10) / 10 }
  // What passes by itself is told once by whoever met it, not once for each call.
  if (status >= 500 && status !== 503 && status !== 507) log.error(line, 'request')
  else log.info(line, 'request')
}

/** One line for every request, with an id that the answer carries too as `X-Request-Id`. */
export const logRequests = (log: Logger): MiddlewareHandler => {
  return async (c, next) => {
    const begun = performance.now()
    const id = requestIdOf(c.req.header('x-request-id'))
    c.set('requestId', id)
    await next()
    c.res.headers.set('x-request-id', id)
    tellRequest(log, { id, method: c.req.method, path: c.req.path, status: c.res.status, begun })
  }
}
