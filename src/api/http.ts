import ky, { HTTPError, type KyInstance } from 'ky'
import * as v from 'valibot'
import { createAuthorizationHeader, resolveApiUrl, sendWithToken, type TokenSource } from './authorization.ts'
import type { CallDefinition } from './contract/endpoint.ts'
import { ApiError, ErrorBody } from './contract/errors.ts'
import { jitteredBackoffMs } from './contract/jittered-backoff.ts'

/** Maximum number of retries of a repeatable call, and the timeout of all attempts together, in milliseconds. */
const MAX_RETRIES = 5
const CALL_TIMEOUT_MS = 30_000

export interface HttpClientOptions {
  /** Base address of the API; empty for the page's own origin. */
  base: string
  tokens: TokenSource
  fetch?: typeof globalThis.fetch
  /** Receives the server's clock with each response, in milliseconds since 1970. */
  onServerTime?: (time: number) => void
  /**
   * Returns a signal that is aborted when another account signs in or the user signs out. Pending calls of the previous account
   * then reject, so they are never sent with the new token.
   */
  accountSignal?: () => AbortSignal
}

export interface HttpCall {
  service: string
  endpoint: CallDefinition
  path: string
  query: URLSearchParams
  body?: unknown
  headers: Record<string, string>
  /** Whether a response with a status of 300 or more resolves with `undefined` instead of rejecting. */
  isSilent: boolean
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/** Sends a call and returns the response as the contract describes it; rejects with {@link ApiError}, or the abort reason. */
export type HttpClient = (call: HttpCall) => Promise<unknown>

/** Creates {@link HttpClient} over ky: bearer token, backoff with jitter, timeout, one refresh after a 401, typed errors. */
export function createHttpClient({ base, tokens, fetch, onServerTime, accountSignal }: HttpClientOptions): HttpClient {
  const client = ky.create({
    prefixUrl: resolveApiUrl(base, ''),
    // Applies to each attempt; the time of all attempts together is limited below.
    timeout: CALL_TIMEOUT_MS,
    hooks: {
      afterResponse: [
        (_request, _options, response) => {
          const date = Date.parse(response.headers.get('date') ?? '')
          if (!Number.isNaN(date)) onServerTime?.(date)
        },
      ],
    },
    ...(fetch ? { fetch } : {}),
  })
  return async (originalCall) => {
    const call = withAccountSignal(accountSignal, originalCall)
    const deadline = createDeadline(CALL_TIMEOUT_MS)
    const sendOnce = (token: string | undefined) => sendRequest(client, call, token, deadline)
    try {
      if (call.endpoint.access === 'anyone') return readResponse(call, await sendOnce(tokens.getCurrentToken()))
      const outcome = await sendWithToken(tokens, (token) => sendOnce(token).catch(toCallFailure), isUnauthorized)
      if (outcome instanceof CallFailure) throw outcome.cause
      return readResponse(call, outcome)
    } finally {
      deadline.stop()
    }
  }
}

/**
 * Time limit for all attempts of a call. `signal` is aborted at `end` (a value of `Date.now()`), unless `stop` is called before.
 */
interface Deadline {
  end: number
  signal: AbortSignal
  stop: () => void
}

function createDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  return { end: Date.now() + ms, signal: controller.signal, stop: () => clearTimeout(timer) }
}

/** Wraps the error of a failed call, so that it can be inspected before it is thrown. */
class CallFailure {
  constructor(readonly cause: unknown) {}
}
const toCallFailure = (cause: unknown) => new CallFailure(cause)
const isUnauthorized = (outcome: unknown) =>
  outcome instanceof CallFailure && outcome.cause instanceof ApiError && outcome.cause.status === 401

/** Aborts a call when its account signs out. Calls without a token, and calls sent while the page unloads, are not aborted. */
function withAccountSignal(accountSignal: HttpClientOptions['accountSignal'], call: HttpCall): HttpCall {
  if (!accountSignal || call.endpoint.access === 'anyone' || call.keepalive) return call
  return { ...call, signal: AbortSignal.any([accountSignal(), ...(call.signal ? [call.signal] : [])]) }
}

async function sendRequest(
  client: KyInstance,
  call: HttpCall,
  token: string | undefined,
  deadline: Deadline,
): Promise<Response> {
  const { endpoint, service } = call
  // While the call waited for a token, another account may have signed in: the token would belong to that account.
  call.signal?.throwIfAborted()
  const isRepeatable = endpoint.method === 'GET' || endpoint.method === 'PUT' || endpoint.idempotent
  let lastError: unknown
  try {
    return await client(call.path, {
      method: endpoint.method,
      searchParams: call.query,
      headers: { ...call.headers, ...createAuthorizationHeader(token) },
      retry: {
        limit: isRepeatable ? MAX_RETRIES : 0,
        methods: [endpoint.method.toLowerCase() as 'get'],
        statusCodes: [408, 429, 500, 502, 503, 504],
        delay: jitteredBackoffMs,
        shouldRetry: ({ error }) => {
          if (deadline.signal.aborted) return false
          lastError = error
          // A retry that cannot finish in time is pointless, so the call fails now.
          return Date.now() + retryAfterMs(error) > deadline.end ? false : undefined
        },
      },
      throwHttpErrors: !call.isSilent,
      ...(call.body === undefined ? {} : { json: call.body }),
      signal: call.signal ? AbortSignal.any([deadline.signal, call.signal]) : deadline.signal,
      ...(call.keepalive ? { keepalive: true } : {}),
    })
  } catch (thrown) {
    if (call.signal?.aborted) throw thrown
    if (deadline.signal.aborted && lastError === undefined)
      throw new ApiError('TIMEOUT_ERROR', service, undefined, thrown)
    const error = deadline.signal.aborted ? lastError : thrown
    if (!(error instanceof HTTPError)) throw new ApiError('FETCH_ERROR', service, undefined, error)
    const body = v.safeParse(ErrorBody, await error.response.json().catch(() => null))
    const status = error.response.status
    throw new ApiError('http', service, body.success ? { status, body: body.output } : { status }, error)
  }
}

/** Returns the delay that the server requests by `Retry-After`, in milliseconds; 0 if there is none. */
const retryAfterMs = (error: unknown): number =>
  error instanceof HTTPError ? 1000 * (Number(error.response.headers.get('retry-after')) || 0) : 0

async function readResponse({ endpoint, service, signal, isSilent }: HttpCall, response: Response): Promise<unknown> {
  if (isSilent && !response.ok) return undefined
  // A file may be too large to buffer, so the caller reads the stream.
  if (endpoint.media) return response
  // A truncated response is a connection failure, not a parsing error: a retry may help.
  const text = await response.text().catch((cause) => {
    throw signal?.aborted ? cause : new ApiError('FETCH_ERROR', service, undefined, cause)
  })
  signal?.throwIfAborted()
  try {
    return v.parse(endpoint.returns, JSON.parse(text))
  } catch (cause) {
    throw new ApiError('PARSING_ERROR', service, undefined, cause)
  }
}
