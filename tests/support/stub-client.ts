import type { TokenSource } from '../../src/api/authorization.ts'
import { createClient } from '../../src/api/client.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/api/contract/errors.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttpClient } from '../../src/api/http.ts'

export type Responder = (request: Request) => Response | Promise<Response>

export const jsonResponse = (value: unknown, init: ResponseInit = {}): Response => Response.json(value, init)
/** Returns an error response in the server's format. */
export const errorResponse = (code: ErrorCode, details?: unknown): Response => {
  const status = ERROR_STATUS[code]
  const error: ErrorBody['error'] = { code, message: code, status, details }
  return jsonResponse({ error, type: 'about:blank', title: code, status, detail: code } satisfies ErrorBody, { status })
}
/** Token source of a signed-out user. */
export const NO_TOKENS: TokenSource = { getCurrentToken: () => undefined, getFreshToken: async () => undefined }
export const EMPTY_PAGE = {
  data: [],
  pagination: { page: 1, limit: 10, totalPages: 0, totalDocs: 0, hasNextPage: false },
}

/** Returns a client that receives the given responses in order. The last response repeats. `sent` collects the requests. */
export function createStubClient(
  responders: Responder[],
  tokens: TokenSource = NO_TOKENS,
  onServerTime?: (time: number) => void,
) {
  const requests: Request[] = []
  const http = createHttpClient({
    base: 'https://api.atelier.example/',
    tokens,
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      requests.push(request)
      return responders[Math.min(requests.length, responders.length) - 1]!(request)
    },
    ...(onServerTime ? { onServerTime } : {}),
  })
  return { api: createClient(contract, http), sent: requests }
}

/** Never responds. Rejects when the request is aborted. */
export const neverResponds: Responder = ({ signal }) =>
  new Promise((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
/** Responds with 503 and `Retry-After: 9` (seconds). */
export const respondsWithRetryAfter: Responder = () =>
  Response.json(null, { status: 503, headers: { 'retry-after': '9' } })
