import ky, { HTTPError, type KyInstance } from 'ky'
import * as v from 'valibot'
import { addressOf, bearer, sendBearing, type TokenSource } from './bearing.ts'
import type { CallForm } from './contract/endpoint.ts'
import { ApiError, ErrorBody } from './contract/errors.ts'
import { backoff } from './contract/retry.ts'

/** How often a call that may be repeated is tried again, and how long it may take in all, in milliseconds. */
const RETRIES = 5
const TIMEOUT = 30_000

/** What {@link createHttp} is made from. */
export interface HttpOptions {
  /** Base address of the API; empty for the page's own origin. */
  base: string
  tokens: TokenSource
  fetch?: typeof globalThis.fetch
  /** Told of the server's clock at each answer, in milliseconds since 1970. */
  onServerTime?: (time: number) => void
  /**
   * Aborted once another account signed in, or nobody is: what was asked in the former one's name is neither sent in the
   * new one's nor answered any more.
   */
  ofAccount?: () => AbortSignal
}

/** One call, ready to be sent. */
export interface HttpCall {
  service: string
  endpoint: CallForm
  path: string
  query: URLSearchParams
  body?: unknown
  headers: Record<string, string>
  /** An answer with a status of 300 or more is no failure: it gives `undefined`. */
  isSilent: boolean
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/** Sends a call and gives the answer as the contract describes it; rejects with {@link ApiError}, or as aborted. */
export type Http = (call: HttpCall) => Promise<unknown>

/** Makes {@link Http} over ky: bearer, backoff with jitter, timeout, one refresh after a 401, typed errors. */
export function createHttp({ base, tokens, fetch, onServerTime, ofAccount }: HttpOptions): Http {
  const client = ky.create({
    prefixUrl: addressOf(base, ''),
    // For each try; all of them together are bounded below.
    timeout: TIMEOUT,
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
  return async (asked) => {
    const call = boundTo(ofAccount, asked)
    const time = within(TIMEOUT)
    const once = (token: string | undefined) => send(client, call, token, time)
    try {
      if (call.endpoint.access === 'anyone') return read(call, await once(tokens.current()))
      const outcome = await sendBearing(tokens, (token) => once(token).catch(asFailure), isRefused)
      if (outcome instanceof Failure) throw outcome.cause
      return read(call, outcome)
    } finally {
      time.stop()
    }
  }
}

/** The time for a call with all its tries: `end` by `Date.now()`, when `signal` is aborted unless it was stopped. */
interface Time {
  end: number
  signal: AbortSignal
  stop: () => void
}

function within(ms: number): Time {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  return { end: Date.now() + ms, signal: late.signal, stop: () => clearTimeout(timer) }
}

/** What a call that failed gives, so that it can be looked at before it is thrown. */
class Failure {
  constructor(readonly cause: unknown) {}
}
const asFailure = (cause: unknown) => new Failure(cause)
const isRefused = (outcome: unknown) =>
  outcome instanceof Failure && outcome.cause instanceof ApiError && outcome.cause.status === 401

/** A call that ends with its account; what anyone may ask and what is sent while the page is left go on without one. */
function boundTo(ofAccount: HttpOptions['ofAccount'], call: HttpCall): HttpCall {
  if (!ofAccount || call.endpoint.access === 'anyone' || call.keepalive) return call
  return { ...call, signal: AbortSignal.any([ofAccount(), ...(call.signal ? [call.signal] : [])]) }
}

async function send(client: KyInstance, call: HttpCall, token: string | undefined, time: Time): Promise<Response> {
  const { endpoint, service } = call
  // While it waited for a token, another account may have signed in: the token is theirs.
  call.signal?.throwIfAborted()
  const repeatable = endpoint.method === 'GET' || endpoint.method === 'PUT' || endpoint.idempotent
  let last: unknown
  try {
    return await client(call.path, {
      method: endpoint.method,
      searchParams: call.query,
      headers: { ...call.headers, ...bearer(token) },
      retry: {
        limit: repeatable ? RETRIES : 0,
        methods: [endpoint.method.toLowerCase() as 'get'],
        statusCodes: [408, 429, 500, 502, 503, 504],
        delay: backoff,
        shouldRetry: ({ error }) => {
          if (time.signal.aborted) return false
          last = error
          // Told of a failure now, one may do something about it; told after all that time, no more than now.
          return Date.now() + toldToWait(error) > time.end ? false : undefined
        },
      },
      throwHttpErrors: !call.isSilent,
      ...(call.body === undefined ? {} : { json: call.body }),
      signal: call.signal ? AbortSignal.any([time.signal, call.signal]) : time.signal,
      ...(call.keepalive ? { keepalive: true } : {}),
    })
  } catch (thrown) {
    if (call.signal?.aborted) throw thrown
    if (time.signal.aborted && last === undefined) throw new ApiError('TIMEOUT_ERROR', service, undefined, thrown)
    const error = time.signal.aborted ? last : thrown
    if (!(error instanceof HTTPError)) throw new ApiError('FETCH_ERROR', service, undefined, error)
    const body = v.safeParse(ErrorBody, await error.response.json().catch(() => null))
    const status = error.response.status
    throw new ApiError('http', service, body.success ? { status, body: body.output } : { status }, error)
  }
}

/** How long the server asks to be left alone, in milliseconds; 0 where it does not. */
const toldToWait = (error: unknown): number =>
  error instanceof HTTPError ? 1000 * (Number(error.response.headers.get('retry-after')) || 0) : 0

async function read({ endpoint, service, signal, isSilent }: HttpCall, answer: Response): Promise<unknown> {
  if (isSilent && !answer.ok) return undefined
  // Too long to be kept whole: who asked reads it as it comes.
  if (endpoint.media) return answer
  // An answer that breaks off is a broken connection, not an answer that makes no sense: another try may help.
  const text = await answer.text().catch((cause) => {
    throw signal?.aborted ? cause : new ApiError('FETCH_ERROR', service, undefined, cause)
  })
  signal?.throwIfAborted()
  try {
    return v.parse(endpoint.returns, JSON.parse(text))
  } catch (cause) {
    throw new ApiError('PARSING_ERROR', service, undefined, cause)
  }
}
