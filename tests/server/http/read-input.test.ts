import { Hono } from 'hono'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { HttpError } from '../../../server/errors/http-error.ts'
import { parseOutput, readInput } from '../../../server/http/input.ts'
import type { Endpoint } from '../../../src/api/contract/endpoint.ts'

const ItemBody = v.strictObject({
  name: v.optional(v.string()),
  password: v.optional(v.string()),
  current: v.optional(v.string()),
  inner: v.optional(v.array(v.strictObject({ text: v.string() }))),
})
const JSON_TYPE = { 'content-type': 'application/json' }
const INVALID_TEXT = 'The text holds characters that cannot be stored.'

/** Sends a request to an endpoint. Returns its input, or the field errors of the refusal. */
async function read(
  { query, body }: { query?: v.GenericSchema; body?: v.GenericSchema },
  request: { target?: string; body?: string; headers?: Record<string, string> } = {},
) {
  const app = new Hono()
  app.post('/:id', async (c) => c.json(await readInput(c, { query, body } as unknown as Endpoint)))
  app.onError((error, c) => c.json((error as HttpError).details ?? error.message))
  const { target = '/one', headers = JSON_TYPE } = request
  const init = { method: 'POST', headers, ...(request.body !== undefined && { body: request.body }) }
  return (await app.request(target, init)).json()
}
const readBody = (value: unknown, body: v.GenericSchema = ItemBody) => read({ body }, { body: JSON.stringify(value) })

describe('the input of a call', () => {
  test('consists of its path, query and body', async () => {
    const query = v.strictObject({ page: v.string(), tag: v.array(v.string()) })
    const request = { target: '/a@house.example?page=2&tag=a&tag=b', body: '{"name":"Cap"}' }
    expect(await read({ query, body: ItemBody }, request)).toEqual({
      params: { id: 'a@house.example' },
      query: { page: '2', tag: ['a', 'b'] },
      body: { name: 'Cap' },
    })
    expect(await read({}, request)).toEqual([{ path: 'query.page', message: 'There is no such field.' }])
    expect(await read({}, { body: 'not read' })).toEqual({ params: { id: 'one' }, query: {} })
  })

  test('has an empty body if the call has none, in any content type', async () => {
    expect(await read({ body: ItemBody }, { headers: {} })).toMatchObject({ body: {} })
    expect(await read({ body: ItemBody }, { headers: {}, body: '' })).toMatchObject({ body: {} })
  })

  test('reports the faults of path, query and body together', async () => {
    const request = { target: `/${'a'.repeat(300)}?x=1`, body: '{"name":1}' }
    const faults: { path: string }[] = await read({ body: ItemBody }, request)
    expect(faults.map(({ path }) => path)).toEqual(['path.id', 'query.x', 'body.name'])
  })

  test.each([
    ['application/json', true],
    ['APPLICATION/JSON; charset=utf-8', true],
    ['application/merge-patch+json', true],
    ['application/vnd.atelier.v1+json', true],
    ['application/jsonx', false],
    ['application/ +json', false],
    ['text/application/json', false],
    ['text/plain', false],
  ])('is read from a body of type %s: %s', async (type, isRead) => {
    const response = await read({ body: ItemBody }, { body: '{"name":"Cap"}', headers: { 'content-type': type } })
    const message = 'The content type must be application/json.'
    expect(response).toEqual(isRead ? expect.objectContaining({ body: { name: 'Cap' } }) : [{ path: 'body', message }])
  })

  test('has a body of at most 128 KB', async () => {
    const bodyOf = (bytes: number) => ({ body: JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) }) })
    expect(await read({ body: ItemBody }, bodyOf(128 * 1024))).toHaveProperty('body.name')
    expect(await read({ body: ItemBody }, bodyOf(128 * 1024 + 1))).toEqual([
      { path: 'body', message: 'The body is longer than 128 KB.' },
    ])
  })

  test.each([
    ['a NUL', { name: 'a\0b' }, 'body.name'],
    ['half a surrogate pair', { name: 'a\ud83e' }, 'body.name'],
    ['a NUL in a list', { inner: [{ text: 'ok' }, { text: '\0' }] }, 'body.inner.1.text'],
    ['half a surrogate pair in a password', { password: '\ud83e' }, 'body.password'],
  ])('contains no text with %s', async (_, value, path) => {
    expect(await readBody(value)).toEqual([{ path, message: INVALID_TEXT }])
  })

  test('contains any password, because only its hash is stored', async () => {
    const value = { password: 'a\0b', current: '\0', name: '🧢', inner: [] }
    expect(await readBody(value)).toMatchObject({ body: value })
  })

  test('contains no query with a NUL', async () => {
    const query = v.strictObject({ password: v.string() })
    expect(await read({ query }, { target: '/one?password=%00' })).toEqual([
      { path: 'query.password', message: INVALID_TEXT },
    ])
  })
})

describe('the error of a field', () => {
  const messageOf = async (message: string) => {
    const schema = v.strictObject({
      name: v.pipe(
        v.string(),
        v.check(() => false, message),
      ),
    })
    return (await readBody({ name: 'Cap' }, schema))[0].message
  }

  test.each([
    ['asset.nameMissing', 'asset.nameMissing'],
    ['The name is taken', 'The name is taken.'],
    ['The name is taken.', 'The name is taken.'],
    ['Is it 3.5? No', 'Is it 3.5? No.'],
    ['Is it?', 'Is it?'],
    [`${'x'.repeat(199)} y`, `${'x'.repeat(199)} .`],
  ])('with the message "%s" ends as a sentence', async (message, expected) => {
    expect(await messageOf(message)).toBe(expected)
  })

  test('names an unknown field, but a value of another type by its own message', async () => {
    expect(await readBody({ other: 1 })).toEqual([{ path: 'body.other', message: 'There is no such field.' }])
    const [{ path, message }] = await readBody(7)
    expect([path, message === 'There is no such field.']).toEqual(['body', false])
  })

  test('of another union is that of the first option, if all options have the same number of invalid fields', async () => {
    const Union = v.union([v.strictObject({ a: v.string('no a') }), v.strictObject({ b: v.string('no b') })])
    expect(await readBody({ a: 1 }, Union)).toEqual([{ path: 'body.a', message: 'no a.' }])
    expect(await readBody({ name: 1 }, v.strictObject({ name: v.union([v.string(), v.boolean()]) }))).toHaveLength(1)
  })

  test('of a union is that of the option with the fewest invalid fields', async () => {
    const Sized = v.strictObject({ kind: v.literal('sized'), size: v.number(), unit: v.string() })
    const Named = v.strictObject({
      kind: v.literal('named'),
      name: v.pipe(
        v.string(),
        v.minLength(3, 'too short'),
        v.includes('x', 'without x'),
        v.includes('y', 'without y'),
        v.includes('z', 'without z'),
      ),
    })
    const Plain = v.strictObject({ kind: v.literal('plain'), a: v.number(), b: v.number(), c: v.number() })
    const Union = v.union([Sized, Named, Plain])
    expect(await readBody({ kind: 'named', name: 'a' }, Union)).toEqual([
      { path: 'body.name', message: 'too short.' },
      ...['x', 'y', 'z'].map((letter) => ({ path: 'body.name', message: `without ${letter}.` })),
    ])
    const faults: { path: string }[] = await readBody({ kind: 'sized', size: 'x', unit: 1 }, Union)
    expect(faults.map(({ path }) => path)).toEqual(['body.size', 'body.unit'])
  })
})

test('an output contains only declared fields, and must match its schema', () => {
  const Item = v.object({ name: v.string(), inner: v.optional(v.object({ size: v.number('no number') })) })
  expect(parseOutput(Item, { name: 'Cap', secret: 1 })).toEqual({ name: 'Cap' })
  expect(() =>
    parseOutput(v.object({ a: v.string('no text'), b: Item }), { b: { name: 'x', inner: { size: '1' } } }),
  ).toThrow(/^The response violates the contract: a .*; b\.inner\.size no number$/)
  expect(() => parseOutput(v.string('no text'), 1)).toThrow('The response violates the contract:  no text')
})
