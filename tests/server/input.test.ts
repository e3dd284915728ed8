import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, openTestServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('a body', () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    server.call('POST /v1/auth/login', { body, headers })

  test.each([
    ['is not JSON', '{"email":', 'This is not valid JSON.'],
    ['is another type', 'a=1', 'The content type must be application/json.', { 'content-type': 'text/plain' }],
    ['is too long', `"${'x'.repeat(128 * 1024)}"`, 'The body is longer than 128 KB.'],
  ])('that %s is refused', async (_, body, message, headers: Record<string, string> = {}) => {
    const answer = await send(body, headers)
    expect([answer.status, answer.body.error.details]).toEqual([400, [{ path: 'body', message }]])
  })

  test.each(['[]', 'null', '1', '"text"', '[[[[]]]]', `${'['.repeat(50_000)}${']'.repeat(50_000)}`])(
    'that is no object is refused: %.20s',
    async (body) => {
      expect((await send(body)).status).toBe(400)
    },
  )

  test('that breaks off is no fault of the server', async () => {
    const cut = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"em'))
        stream.error(new Error('aborted'))
      },
    })
    const answer = await server.fetch(`${ORIGIN}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: cut,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, (await answer.json()).error.details]).toEqual([
      400,
      [{ path: 'body', message: 'The body broke off.' }],
    ])
  })

  test('is not sent back in what is said of it', async () => {
    const answer = await send(JSON.stringify({ email: 'x'.repeat(10_000), password: 'x' }))
    expect(answer.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['body.email', 'body.email'])
    expect(JSON.stringify(answer.body).length).toBeLessThan(2000)
  })

  test('with very many faults is told the first of them', async () => {
    const { token } = await server.account('developer')
    const answer = await server.call('POST /v1/assets', { token, body: { tags: Array(9_000).fill(0) } })
    expect([answer.status, answer.body.error.details.length]).toEqual([400, 50])
  })

  test.each([
    ['in one field', { requestId: Array(10_000).fill(1) }],
    ['of fields', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, 1]))],
    ['within values', { a: Array(100).fill(Array(100).fill(0)) }],
  ])('with very many values, %s, is not looked at one by one', async (_, values) => {
    const answer = await send(JSON.stringify(values))
    const message = 'There are more than 10,000 values.'
    expect([answer.status, answer.body.error.details]).toEqual([400, [{ path: 'body', message }]])
  })

  test('with a field too many is refused by its name', async () => {
    const answer = await send('{"email":"a@house.example","password":"x","admin":true}')
    expect(answer.body.error.details).toEqual([{ path: 'body.admin', message: 'There is no such field.' }])
    const proto = await send('{"email":"a@house.example","password":"x","__proto__":{"a":1}}')
    expect(proto.body.error.details).toEqual([{ path: 'body.__proto__', message: 'There is no such field.' }])
  })
})
