import type { TokenSource } from '../../src/api/bearing.ts'
import { createClient } from '../../src/api/client.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../src/api/contract/errors.ts'
import { contract } from '../../src/api/contract/index.ts'
import { createHttp } from '../../src/api/http.ts'

/** What a request is answered with. */
export type Answer = (request: Request) => Response | Promise<Response>

/** Answers with JSON. */
export const json = (value: unknown, init: ResponseInit = {}): Response => Response.json(value, init)
/** Refuses as the server does. */
export const failure = (code: ErrorCode, details?: unknown): Response => {
  const status = ERROR_STATUS[code]
  const error: ErrorBody['error'] = { code, message: code, status, details }
  return json({ error, type: 'about:blank', title: code, status, detail: code } satisfies ErrorBody, { status })
}
/** Nobody is signed in. */
export const NO_TOKENS: TokenSource = { current: () => undefined, fresh: async () => undefined }
/** A list without rows. */
export const EMPTY_PAGE = {
  data: [],
  pagination: { page: 1, limit: 10, totalPages: 0, totalDocs: 0, hasNextPage: false },
}

/** A client whose requests are answered in turn; the last answer serves all that follow. */
export function clientWith(answers: Answer[], tokens: TokenSource = NO_TOKENS, onServerTime?: (time: number) => void) {
  const sent: Request[] = []
  const http = createHttp({
    base: 'https://api.atelier.example/',
    tokens,
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      sent.push(request)
      return answers[Math.min(sent.length, answers.length) - 1]!(request)
    },
    ...(onServerTime ? { onServerTime } : {}),
  })
  return { api: createClient(contract, http), sent }
}

/** Answers nothing until it is given up. */
export const endless: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
/** Asks to be left alone for 9 s. */
export const patience: Answer = () => Response.json(null, { status: 503, headers: { 'retry-after': '9' } })
