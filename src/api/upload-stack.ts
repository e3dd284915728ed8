import type { HttpRequest, HttpResponse } from 'tus-js-client'
import { bearer, sendBearing, type TokenSource } from './bearing.ts'

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
  (make: RequestMaker, tokens: Pick<TokenSource, 'fresh' | 'refused'>): RequestMaker =>
  (method, url) => {
    let request = make(method, url)
    let isAborted = false
    const headers = new Map<string, string>()
    let onProgress: ((bytesSent: number) => void) | undefined

    const sendOnce = async (body: unknown, token: string | undefined, isAgain: boolean): Promise<HttpResponse> => {
      if (isAborted) throw new DOMException('The upload was paused', 'AbortError')
      if (isAgain) {
        request = make(method, url)
        for (const [name, value] of headers) request.setHeader(name, value)
        if (onProgress) request.setProgressHandler(onProgress)
      }
      for (const [name, value] of Object.entries(bearer(token))) request.setHeader(name, value)
      return request.send(body)
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
        const answer = await sendBearing(
          tokens,
          (token, isAgain) => sendOnce(body, token, isAgain),
          (refused) => refused.getStatus() === 401,
        )
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
