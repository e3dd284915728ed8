import type { HttpRequest, HttpResponse } from 'tus-js-client'
import type { TokenSource } from './http.ts'

/** Opens one HTTP request, as a tus stack does. */
export type RequestMaker = (method: string, url: string) => HttpRequest

/** The server's "no" to the question how much of an upload it has. */
export class HeadRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`HEAD was answered with ${status}`)
    this.name = 'HeadRefused'
    this.status = status
  }
}

/**
 * Wraps a maker of requests so that each carries a fresh token, a 401 gets one new token and one more try, and a
 * refused HEAD is a failure: left alone, tus would take any refusal for "unknown" and send everything again.
 */
export const bearing =
  (make: RequestMaker, tokens: Pick<TokenSource, 'fresh'>): RequestMaker =>
  (method, url) => {
    let request = make(method, url)
    let isAborted = false
    const headers = new Map<string, string>()
    let onProgress: ((bytesSent: number) => void) | undefined

    const sendOnce = async (body: unknown, rejected?: string): Promise<{ token?: string; answer: HttpResponse }> => {
      const token = await (rejected === undefined ? tokens.fresh() : tokens.fresh(rejected))
      if (isAborted) throw new DOMException('The upload was paused', 'AbortError')
      if (rejected !== undefined) {
        request = make(method, url)
        for (const [name, value] of headers) request.setHeader(name, value)
        if (onProgress) request.setProgressHandler(onProgress)
      }
      if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`)
      const answer = await request.send(body)
      return token === undefined ? { answer } : { token, answer }
    }

    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => {
        headers.set(name, value)
        request.setHeader(name, value)
      },
      getHeader: (name) => headers.get(name),
      setProgressHandler: (handler) => {
        onProgress = handler
        request.setProgressHandler(handler)
      },
      send: async (body) => {
        const first = await sendOnce(body)
        const isRefused = first.answer.getStatus() === 401 && first.token !== undefined
        const { answer } = isRefused ? await sendOnce(body, first.token) : first
        if (method === 'HEAD' && answer.getStatus() >= 400) throw new HeadRefused(answer.getStatus())
        return answer
      },
      abort: () => {
        isAborted = true
        return request.abort()
      },
      getUnderlyingObject: () => request.getUnderlyingObject(),
    }
  }
