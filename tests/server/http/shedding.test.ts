import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAdmission, LANES } from '../../../server/http/admission.ts'
import { shedding } from '../../../server/http/shedding.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server whose app answers 200, with lanes of no more than what is here. */
async function open(arrival = { trustedProxies: 1 }) {
  const one = { atWork: 1, atWorkOfAddress: 1, waiting: 2, waitingOfAddress: 1, waitMs: 1000 }
  const admission = createAdmission({ ...LANES, calls: one })
  let asked = 0
  const listener = shedding(admission, arrival, (_, response) => {
    asked += 1
    response.end('app')
  })
  server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = (path: string, from: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers: { 'x-forwarded-for': from, ...headers } })
  return { admission, call, asked: () => asked }
}

test('a full lane is refused with a whole answer, and the app never hears of it', async () => {
  const { admission, call, asked } = await open()
  const leave = [admission.arrive('calls', '10.0.0.1'), admission.arrive('calls', '10.0.0.1')]
  const refused = await call('/v1/assets?limit=5', '10.0.0.1')
  expect(refused.status).toBe(503)
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    'retry-after': expect.stringMatching(/^[123]$/),
    'x-content-type-options': 'nosniff',
  })
  expect(refused.headers.has('strict-transport-security')).toBe(false)
  expect(await refused.json()).toMatchObject({ error: { code: 'UNAVAILABLE', status: 503 } })
  const secure = await call('/v1/assets', '10.0.0.1', { 'x-forwarded-proto': 'https' })
  expect([secure.status, secure.headers.has('strict-transport-security')]).toEqual([503, true])
  expect(asked()).toBe(0)
  for (const path of ['/health', '/livez', '/v1/events', '/files', '/assets'])
    expect([path, (await call(path, '10.0.0.1')).status]).toEqual([path, 200])
  expect((await call('/v1/assets', '10.0.0.2')).status).toBe(200)
  leave.forEach((it) => {
    it()
  })
  expect((await call('/v1/assets', '10.0.0.1')).status).toBe(200)
})
