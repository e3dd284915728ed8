import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

describe('a request body', () => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    server.call('POST /v1/auth/login', { body, headers })

  test.each([
    ['is not JSON', '{"email":', 'This is not valid JSON.'],
    [
      'has a content type other than JSON',
      'a=1',
      'The content type must be application/json.',
      { 'content-type': 'text/plain' },
    ],
    ['is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The text is not UTF-8.'],
    ['is nested 33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'There are more than 32 levels of nesting.'],
    ['is nested 60,000 levels deep', '['.repeat(60_000), 'There are more than 32 levels of nesting.'],
    ['is too long', `"${'x'.repeat(128 * 1024)}"`, 'The body is longer than 128 KB.'],
  ])('that %s is refused', async (_, body, message, headers: Record<string, string> = {}) => {
    const response = await send(body, headers)
    expect([response.status, response.body.error.details]).toEqual([400, [{ path: 'body', message }]])
  })

  test.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a string', '"text"'],
    ['four nested arrays', '[[[[]]]]'],
    ['50,000 nested arrays', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('that is %s instead of an object is refused', async (_, body) => {
    expect((await send(body)).status).toBe(400)
  })

  test('that ends early gets a 400, not a server error', async () => {
    const cut = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"em'))
        stream.error(new Error('aborted'))
      },
    })
    const response = await server.fetch(`${ORIGIN}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: cut,
      duplex: 'half',
    } as RequestInit)
    expect([response.status, (await response.json()).error.details]).toEqual([
      400,
      [{ path: 'body', message: 'The request body ended early.' }],
    ])
  })

  test('with long invalid values gets an error that does not repeat the values', async () => {
    const response = await send(JSON.stringify({ email: 'x'.repeat(10_000), password: 'x' }))
    expect(response.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['body.email', 'body.email'])
    expect(JSON.stringify(response.body).length).toBeLessThan(2000)
  })

  test('with 9,000 invalid values gets an error that lists only 50', async () => {
    const { token } = await server.account('developer')
    const response = await server.call('POST /v1/assets', { token, body: { tags: Array(9_000).fill(0) } })
    expect([response.status, response.body.error.details.length]).toEqual([400, 50])
  })

  test.each([
    ['in one field', { requestId: Array(10_000).fill(1) }],
    ['in many fields', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [n, 1]))],
    ['in nested arrays', { a: Array(100).fill(Array(100).fill(0)) }],
  ])('with more than 10,000 values %s is refused before validation', async (_, values) => {
    const response = await send(JSON.stringify(values))
    const message = 'There are more than 10,000 values.'
    expect([response.status, response.body.error.details]).toEqual([400, [{ path: 'body', message }]])
  })

  test('with an unknown field is refused with an error that names the field', async () => {
    const response = await send('{"email":"a@house.example","password":"x","admin":true}')
    expect(response.body.error.details).toEqual([{ path: 'body.admin', message: 'There is no such field.' }])
    const proto = await send('{"email":"a@house.example","password":"x","__proto__":{"a":1}}')
    expect(proto.body.error.details).toEqual([{ path: 'body.__proto__', message: 'There is no such field.' }])
  })
})
