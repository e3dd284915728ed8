import { Writable } from 'node:stream'
import { Hono } from 'hono'
import pino from 'pino'
import { expect, test } from 'vitest'
import { loggedPath, logRequests } from '../../server/log.ts'

test.each([
  ['/v1/users/email/someone@house.example', '/v1/users/email/…'],
  ['/v1/users/email/someone%40house.example', '/v1/users/email/…'],
  ['/elsewhere/someone@house.example/more', '/elsewhere/…/more'],
  ['/v1/assets/0198', '/v1/assets/0198'],
])('%s is written down as %s', (path, written) => {
  expect(loggedPath(path)).toBe(written)
})

test('a request is one line without its query, its token or its body', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) })
  const app = new Hono().use(logRequests(pino({ base: null }, stream))).get('/v1/assets', (c) => c.text('ok', 200))
  const answer = await app.request('/v1/assets?search=secret', {
    headers: { authorization: 'Bearer very.secret.token' },
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 30,
    time: expect.any(Number),
    id: answer.headers.get('x-request-id'),
    method: 'GET',
    path: '/v1/assets',
    status: 200,
    ms: expect.any(Number),
    msg: 'request',
  })
  expect(lines[0]).not.toContain('secret')
})
