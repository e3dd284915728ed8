import type { HttpRequest } from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import { bearing, HeadRefused } from '../../src/api/upload-stack.ts'

interface Made {
  method: string
  url: string
  headers: Record<string, string>
  handler: unknown
  sent: unknown[]
  isAborted: boolean
}

/** A maker of requests that are answered with the statuses in turn. */
function wire(statuses: number[]) {
  const made: Made[] = []
  const make = (method: string, url: string): HttpRequest => {
    const it: Made = { method, url, headers: {}, handler: undefined, sent: [], isAborted: false }
    made.push(it)
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => {
        it.headers[name] = value
      },
      getHeader: (name) => it.headers[name],
      setProgressHandler: (handler) => {
        it.handler = handler
      },
      send: async (body) => {
        it.sent.push(body)
        const status = statuses.shift()!
        return { getStatus: () => status, getHeader: () => undefined, getBody: () => '', getUnderlyingObject: () => it }
      },
      abort: async () => {
        it.isAborted = true
      },
      getUnderlyingObject: () => it,
    }
  }
  return { made, make }
}
const fresh = async (rejected?: string) => (rejected ? 'second' : 'first')

describe('a request of tus', () => {
  test('is the one that was asked for, and tells what it carries', () => {
    const { made, make } = wire([])
    const request = bearing(make, { fresh })('PATCH', 'https://api.example/x')
    request.setHeader('Upload-Offset', '7')
    expect([request.getMethod(), request.getURL(), request.getHeader('Upload-Offset'), request.getHeader('x')]).toEqual(
      ['PATCH', 'https://api.example/x', '7', undefined],
    )
    expect(request.getUnderlyingObject()).toBe(made[0])
  })

  test('carries the token, and none where nobody is signed in', async () => {
    const { made, make } = wire([204, 204])
    await bearing(make, { fresh })('PATCH', '/x').send('bytes')
    await bearing(make, { fresh: async () => undefined })('PATCH', '/x').send('bytes')
    expect(made.map(({ headers, sent }) => [headers, sent])).toEqual([
      [{ authorization: 'Bearer first' }, ['bytes']],
      [{}, ['bytes']],
    ])
  })

  test('whose token is refused goes out once more, whole, with another', async () => {
    const { made, make } = wire([401, 204])
    const request = bearing(make, { fresh })('PATCH', '/x')
    const handler = () => {}
    request.setHeader('Upload-Offset', '7')
    request.setProgressHandler(handler)
    expect((await request.send('bytes')).getStatus()).toBe(204)
    expect(made[1]).toMatchObject({ method: 'PATCH', url: '/x', handler, sent: ['bytes'] })
    expect(made[1]!.headers).toEqual({ 'Upload-Offset': '7', authorization: 'Bearer second' })
    expect([made[0]!.handler === handler, request.getUnderlyingObject() === made[1]]).toEqual([true, true])
  })

  test('without anybody who listens to its progress goes out again without one', async () => {
    const { made, make } = wire([401, 204])
    await bearing(make, { fresh })('POST', '/x').send(null)
    expect(made.map(({ handler }) => handler)).toEqual([undefined, undefined])
  })

  test('that is refused for another reason is not sent again', async () => {
    const { made, make } = wire([403])
    expect((await bearing(make, { fresh })('PATCH', '/x').send(null)).getStatus()).toBe(403)
    expect(made).toHaveLength(1)
  })

  test('given up while a token is fetched is not sent', async () => {
    const { made, make } = wire([401, 204])
    const request = bearing(make, {
      fresh: async (rejected) => {
        if (rejected) await request.abort()
        return fresh(rejected)
      },
    })('PATCH', '/x')
    await expect(request.send('bytes')).rejects.toMatchObject({ name: 'AbortError', message: 'The upload was paused' })
    expect(made.map(({ sent, isAborted }) => [sent, isAborted])).toEqual([[['bytes'], true]])
  })
})

describe('the question how much the server has', () => {
  test.each([400, 404, 503])('that is answered with %i is a failure', async (status) => {
    const { make } = wire([status])
    const asked = bearing(make, { fresh })('HEAD', '/x').send(null)
    await expect(asked).rejects.toEqual(new HeadRefused(status))
    await expect(asked).rejects.toMatchObject({ status })
  })

  test('that is answered is an answer; a refusal of anything else is tus’s to judge', async () => {
    const { make } = wire([200, 399, 404])
    const requests = ['HEAD', 'HEAD', 'PATCH'].map((method) => bearing(make, { fresh })(method, '/x'))
    const statuses = []
    for (const request of requests) statuses.push((await request.send(null)).getStatus())
    expect(statuses).toEqual([200, 399, 404])
  })
})
