import type { HttpRequest } from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import { HeadRequestError, withToken } from '../../src/api/tus-http-stack.ts'

interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  handler: unknown
  sent: unknown[]
  isAborted: boolean
}

/** Creates a factory of requests that receive the given statuses, in order. */
function createRequestFactory(statuses: number[]) {
  const requests: SentRequest[] = []
  const make = (method: string, url: string): HttpRequest => {
    const sentRequest: SentRequest = { method, url, headers: {}, handler: undefined, sent: [], isAborted: false }
    requests.push(sentRequest)
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => {
        sentRequest.headers[name] = value
      },
      getHeader: (name) => sentRequest.headers[name],
      setProgressHandler: (handler) => {
        sentRequest.handler = handler
      },
      send: async (body) => {
        sentRequest.sent.push(body)
        const status = statuses.shift()!
        return {
          getStatus: () => status,
          getHeader: () => undefined,
          getBody: () => '',
          getUnderlyingObject: () => sentRequest,
        }
      },
      abort: async () => {
        sentRequest.isAborted = true
      },
      getUnderlyingObject: () => sentRequest,
    }
  }
  return { requests, make }
}
const getFreshToken = async (rejected?: string) => (rejected ? 'second' : 'first')

describe('a request of tus', () => {
  test('has the given method and URL, and returns its headers', () => {
    const { requests, make } = createRequestFactory([])
    const request = withToken(make, { getFreshToken })('PATCH', 'https://api.example/x')
    request.setHeader('Upload-Offset', '7')
    expect([request.getMethod(), request.getURL(), request.getHeader('Upload-Offset'), request.getHeader('x')]).toEqual(
      ['PATCH', 'https://api.example/x', '7', undefined],
    )
    expect(request.getUnderlyingObject()).toBe(requests[0])
  })

  test('has the access token, or no authorization header if no user is signed in', async () => {
    const { requests, make } = createRequestFactory([204, 204])
    await withToken(make, { getFreshToken })('PATCH', '/x').send('bytes')
    await withToken(make, { getFreshToken: async () => undefined })('PATCH', '/x').send('bytes')
    expect(requests.map(({ headers, sent }) => [headers, sent])).toEqual([
      [{ authorization: 'Bearer first' }, ['bytes']],
      [{}, ['bytes']],
    ])
  })

  test('is repeated with a new token and otherwise unchanged after a 401', async () => {
    const { requests, make } = createRequestFactory([401, 204])
    const request = withToken(make, { getFreshToken })('PATCH', '/x')
    const handler = () => {}
    request.setHeader('Upload-Offset', '7')
    request.setProgressHandler(handler)
    expect((await request.send('bytes')).getStatus()).toBe(204)
    expect(requests[1]).toMatchObject({ method: 'PATCH', url: '/x', handler, sent: ['bytes'] })
    expect(requests[1]!.headers).toEqual({ 'Upload-Offset': '7', authorization: 'Bearer second' })
    expect([requests[0]!.handler === handler, request.getUnderlyingObject() === requests[1]]).toEqual([true, true])
    await request.abort()
    expect(requests.map(({ isAborted }) => isAborted)).toEqual([false, true])
  })

  test('is repeated without a progress handler if none was set', async () => {
    const { requests, make } = createRequestFactory([401, 204])
    await withToken(make, { getFreshToken })('POST', '/x').send(null)
    expect(requests.map(({ handler }) => handler)).toEqual([undefined, undefined])
  })

  test('is not repeated after a refusal other than 401', async () => {
    const { requests, make } = createRequestFactory([403])
    expect((await withToken(make, { getFreshToken })('PATCH', '/x').send(null)).getStatus()).toBe(403)
    expect(requests).toHaveLength(1)
  })

  test('is not repeated if it is aborted while a new token is fetched', async () => {
    const { requests, make } = createRequestFactory([401, 204])
    const request = withToken(make, {
      getFreshToken: async (rejected) => {
        if (rejected) await request.abort()
        return getFreshToken(rejected)
      },
    })('PATCH', '/x')
    await expect(request.send('bytes')).rejects.toMatchObject({ name: 'AbortError', message: 'The upload was paused' })
    expect(requests.map(({ sent, isAborted }) => [sent, isAborted])).toEqual([[['bytes'], true]])
  })
})

describe('a HEAD request for the offset', () => {
  test.each([400, 404, 503])('rejects for a status of %i', async (status) => {
    const { make } = createRequestFactory([status])
    const sending = withToken(make, { getFreshToken })('HEAD', '/x').send(null)
    await expect(sending).rejects.toEqual(new HeadRequestError(status))
    await expect(sending).rejects.toMatchObject({ status })
  })

  test('resolves for a status below 400; a refused PATCH resolves too, because tus handles it', async () => {
    const { make } = createRequestFactory([200, 399, 404])
    const requests = ['HEAD', 'HEAD', 'PATCH'].map((method) => withToken(make, { getFreshToken })(method, '/x'))
    const statuses = []
    for (const request of requests) statuses.push((await request.send(null)).getStatus())
    expect(statuses).toEqual([200, 399, 404])
  })
})
