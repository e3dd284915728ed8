import { Writable } from 'node:stream'
import { Hono } from 'hono'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { createRequestLogMiddleware, logRequest, redactPath } from '../../../server/errors/log.ts'

test.each([
  ['an email address is replaced', '/v1/users/email/someone@house.example', '/v1/users/email/…'],
  ['an encoded email address is replaced', '/v1/users/email/someone%40house.example', '/v1/users/email/…'],
  ['an email address in an unknown path is replaced', '/elsewhere/someone@house.example/more', '/elsewhere/…/more'],
  ['an asset id stays', '/v1/assets/0198', '/v1/assets/0198'],
  ['a missing email address stays', '/v1/users/email/', '/v1/users/email/'],
  ['500 characters stay', `/v1/${'a'.repeat(496)}`, `/v1/${'a'.repeat(496)}`],
  ['an overlong email address is replaced', `/v1/${'a'.repeat(497)}@house.example`, '/v1/…'],
  ['the part beyond 500 characters is replaced', `/v1/${'a'.repeat(15_500)}`, '/v1/…'],
])('replaces only email addresses and overlong parts in a logged path: %s', (_, path, written) => {
  expect(redactPath(path)).toBe(written)
})

test.each([
  ['error', [200, 404, 503, 507], 0],
  ['error', [500, 501], 2],
  ['info', [200, 503, 500], 3],
] as const)(
  'at log level %s, formats the path of a request only if it is logged: statuses %j, %d times',
  (level, statuses, times) => {
    const lines: string[] = []
    const log = pino({ level }, { write: (line: string) => void lines.push(line) })
    const slice = vi.fn(() => '/v1/assets')
    const path = { slice } as unknown as string
    for (const status of statuses) logRequest(log, { id: '1', method: 'GET', path, status, startedAt: 0 })
    expect([lines.length, slice.mock.calls.length]).toEqual([times, times])
  },
)

test('logs a request in one line without query, token and body', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) })
  const app = new Hono()
    .use(createRequestLogMiddleware(pino({ base: null }, stream)))
    .get('/v1/assets', (c) => c.text('ok', 200))
  const response = await app.request('/v1/assets?search=secret', {
    headers: { authorization: 'Bearer very.secret.token' },
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 30,
    time: expect.any(Number),
    id: response.headers.get('x-request-id'),
    method: 'GET',
    path: '/v1/assets',
    status: 200,
    ms: expect.any(Number),
    msg: 'request',
  })
  expect(lines[0]).not.toContain('secret')
})
