import type { HttpRequest, HttpResponse } from 'tus-js-client'
import { createAuthorizationHeader, sendWithToken, type TokenSource } from './authorization.ts'

/** Creates one HTTP request for tus. */
export type CreateRequest = (method: string, url: string) => HttpRequest

/** The server refused the HEAD request that returns an upload's offset. `retryAfter` is the value of the `Retry-After` header. */
export class HeadRequestError extends Error {
  readonly status: number
  constructor(
    status: number,
    readonly retryAfter?: string | undefined,
  ) {
    super(`HEAD returned ${status}`)
    this.name = 'HeadRequestError'
    this.status = status
  }
}

/**
 * Wraps a request factory so that each request has a valid token. After a 401, the request is sent again with a new token.
 * Converts a refused HEAD to an error, because tus treats any refusal as "unknown" and uploads from the start.
 */
export const withToken =
  (createRequest: CreateRequest, tokens: Pick<TokenSource, 'getFreshToken' | 'reportRejected'>): CreateRequest =>
  (method, url) => {
    let request = createRequest(method, url)
    let isAborted = false
    const headers = new Map<string, string>()
    let onProgress: ((bytesSent: number) => void) | undefined

    const sendOnce = async (body: unknown, token: string | undefined, isRetry: boolean): Promise<HttpResponse> => {
      if (isAborted) throw new DOMException('The upload was paused', 'AbortError')
      if (isRetry) {
        request = createRequest(method, url)
        for (const [name, value] of headers) request.setHeader(name, value)
        if (onProgress) request.setProgressHandler(onProgress)
      }
      for (const [name, value] of Object.entries(createAuthorizationHeader(token))) request.setHeader(name, value)
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
        const response = await sendWithToken(
          tokens,
          (token, isRetry) => sendOnce(body, token, isRetry),
          (reply) => reply.getStatus() === 401,
        )
        if (method === 'HEAD' && response.getStatus() >= 400)
          throw new HeadRequestError(response.getStatus(), response.getHeader('Retry-After'))
        return response
      },
      abort: () => {
        isAborted = true
        return request.abort()
      },
      getUnderlyingObject: () => request.getUnderlyingObject(),
    }
  }
