import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createNotReadyResponse } from '../../../server/http/not-ready.ts'
import {
  createBadRequestResponse,
  createExpectationFailedResponse,
  createTooSlowResponse,
  writeRawResponse,
} from '../../../server/http/raw-response.ts'

const HTML = { accept: 'text/html,*/*' }

describe('a server that is not ready', () => {
  const respond = (reason: 'starting' | 'draining' | 'stopping', path: string, headers = {}, method = 'GET') =>
    createNotReadyResponse(reason, new Request(`http://localhost${path}`, { method, headers }))

  test('is alive', async () => {
    const response = respond('starting', '/livez')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['starting', 'The server is starting.'],
    ['draining', 'The server is draining: it serves requests for a little longer, then stops.'],
    ['stopping', 'The server is stopping.'],
  ] as const)('refuses calls and probes while it is %s', async (reason, message) => {
    for (const path of ['/v1/assets', '/readyz']) {
      const response = respond(reason, path)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.json()).toMatchObject({
        error: { code: 'UNAVAILABLE', message },
        ...(path === '/readyz' && { checks: { server: 'failing' } }),
      })
    }
  })

  test.each([
    ['starting', '/assets', HTML, 'GET', true],
    ['stopping', '/assets', HTML, 'GET', false],
    ['starting', '/v1/assets', HTML, 'GET', false],
    ['starting', '/assets', HTML, 'POST', false],
    ['starting', '/assets', { accept: 'application/json' }, 'GET', false],
    ['starting', '/assets', {}, 'GET', false],
  ] as const)('that is %s responds to %s with %o by %s with a page: %s', (reason, path, headers, method, isPage) => {
    const response = respond(reason, path, headers, method)
    expect(response.headers.get('content-type')?.startsWith('text/html')).toBe(isPage)
  })
})

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'REQUEST_TIMEOUT', 'The request was sent too slowly. Try again.'],
  ['HPE_HEADER_OVERFLOW', 431, 'INVALID_INPUT', 'The headers of the request are too long.'],
  ['HPE_INVALID_METHOD', 400, 'INVALID_INPUT', 'This is not a valid HTTP request.'],
])('the parser error %s gets the status %i', async (code, status, errorCode, detail) => {
  const response = createBadRequestResponse(Object.assign(new Error(code), { code }))
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error: { code: errorCode }, detail })
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('an expectation that cannot be met gets the status 417', async () => {
  const response = createExpectationFailedResponse()
  expect([response.status, (await response.json()).error.code]).toEqual([417, 'INVALID_INPUT'])
})

test('a raw response is complete, and closes its connection', async () => {
  const socket = new PassThrough()
  const response = createTooSlowResponse()
  const body = await response.clone().text()
  await writeRawResponse(socket, response)
  const text = String(await buffer(socket))
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(text).toContain('\r\nx-content-type-options: nosniff\r\n')
  expect(text).toMatch(/\r\ndate: \w{3}, .* GMT\r\n/)
  expect(text.endsWith(`\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)).toBe(true)
  expect(socket.destroyed).toBe(true)
})

test('a raw response is not written to a closed connection', async () => {
  const socket = new PassThrough()
  socket.end()
  await writeRawResponse(socket, createTooSlowResponse())
  expect([socket.destroyed, socket.read()]).toEqual([true, null])
})
