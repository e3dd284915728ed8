import type { MiddlewareHandler } from 'hono'
import pino, { type DestinationStream, type Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import { isDatabaseUnavailable, isStorageFull } from './database-errors.ts'
import { isFileStoreUnavailable } from './file-store-errors.ts'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Creates a log of JSON lines on stderr. Messages for the operator go to stdout. */
export const createLogger = (
  level: LogLevel,
  to: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } }, to)

/**
 * Returns the logged fields of an error. Errors of the database contain the affected row, with email addresses and hashes, so
 * only selected fields are logged.
 */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message } = error
  // Omits the stack for an unreachable database or file store and for a full disk, because these are no bugs.
  const stack =
    isDatabaseUnavailable(error) || isFileStoreUnavailable(error) || isStorageFull(error) ? {} : { stack: error.stack }
  return { type: name, message, ...stack, ...('code' in error ? { code: error.code } : {}) }
}

/** Maximum length of a logged path, in characters. The longest path of the API is shorter. */
const MAX_LOGGED_PATH = 500

/**
 * Returns a path for the log: without email addresses, at most 500 characters. Omits the last segment of a longer path, because
 * it may contain the beginning of an address. Runs in linear time.
 */
export function redactPath(path: string): string {
  const segments = path.slice(0, MAX_LOGGED_PATH).split('/')
  if (path.length > MAX_LOGGED_PATH) segments[segments.length - 1] = '…'
  return segments.map((segment, i) => (containsEmail(segments, i) ? '…' : segment)).join('/')
}

function containsEmail(segments: readonly string[], i: number): boolean {
  const segment = segments[i]!
  if (segment.includes('@') || segment.includes('%40')) return true
  return segment !== '' && segments[i - 1] === 'email' && segments[i - 2] === 'users'
}

/** Returns the request id of the `X-Request-Id` header if it is valid, otherwise a new one. */
export const resolveRequestId = (header: string | string[] | undefined): string =>
  typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : uuidv7()

/** A finished request; `startedAt` is its start by `performance.now()`. */
interface RequestLogEntry {
  id: string
  method: string
  path: string
  status: number
  startedAt: number
}

/** Logs one line per request, at level error for server errors. Formats nothing if that level is off. */
export function logRequest(log: Logger, { id, method, path, status, startedAt }: RequestLogEntry): void {
  // Outages and a full disk are logged once by the code that detects them, not once per request.
  const level = status >= 500 && status !== 503 && status !== 507 ? 'error' : 'info'
  if (!log.isLevelEnabled(level)) return
  log[level](
    { id, method, path: redactPath(path), status, ms: Math.round((performance.now() - startedAt) * 10) / 10 },
    'request',
  )
}

/** Returns middleware that logs one line per request, with the id that the response contains as `X-Request-Id`. */
export const createRequestLogMiddleware = (log: Logger): MiddlewareHandler => {
  return async (c, next) => {
    const startedAt = performance.now()
    const id = resolveRequestId(c.req.header('x-request-id'))
    c.set('requestId', id)
    await next()
    c.res.headers.set('x-request-id', id)
    logRequest(log, { id, method: c.req.method, path: c.req.path, status: c.res.status, startedAt })
  }
}
