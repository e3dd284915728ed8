import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAdmission, QUEUE_LIMITS } from '../../../server/http/admission.ts'
import { shedLoad } from '../../../server/http/shed-load.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Opens a server whose app responds 200, with very low admission limits. */
async function open() {
  const options = { trustedProxies: 1, corsOrigins: ['https://editor.example'] }
  const one = { running: 1, runningPerAddress: 1, queued: 2, queuedPerAddress: 1, maxWaitMs: 1000 }
  const admission = createAdmission({ ...QUEUE_LIMITS, calls: one })
  let appCalls = 0
  const listener = shedLoad(
    admission,
    options,
    (_, response) => {
      appCalls += 1
      response.end('app')
    },
    () => 0.99,
  )
  server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = (path: string, from: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers: { 'x-forwarded-for': from, ...headers } })
  return { admission, call, appCallCount: () => appCalls }
}

test('refuses a call of an address whose queue is full, with a complete 503 and without calling the app', async () => {
  const { admission, call, appCallCount } = await open()
  const leave = [admission.countArrival('calls', '10.0.0.1'), admission.countArrival('calls', '10.0.0.1')]
  const refused = await call('/v1/assets?limit=5', '10.0.0.1')
  expect(refused.status).toBe(503)
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    'retry-after': '3',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
  })
  expect(refused.headers.has('strict-transport-security')).toBe(false)
  expect(await refused.json()).toMatchObject({ error: { code: 'UNAVAILABLE', status: 503 } })
  const fromPage = await call('/v1/assets', '10.0.0.1', { origin: 'https://editor.example' })
  expect(fromPage.headers.get('access-control-allow-origin')).toBe('https://editor.example')
  const secure = await call('/v1/assets', '10.0.0.1', { 'x-forwarded-proto': 'https' })
  expect([secure.status, secure.headers.has('strict-transport-security')]).toEqual([503, true])
  expect(appCallCount()).toBe(0)
  for (const path of ['/health', '/livez', '/v1/events', '/files', '/assets'])
    expect([path, (await call(path, '10.0.0.1')).status]).toEqual([path, 200])
  expect((await call('/v1/assets', '10.0.0.2')).status).toBe(200)
  leave.forEach((it) => {
    it()
  })
  expect((await call('/v1/assets', '10.0.0.1')).status).toBe(200)
})
