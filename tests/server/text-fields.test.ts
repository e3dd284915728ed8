import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, fillPath, queryText, sampleOf, textFieldsOf, withAt } from '../support/contract-fields.ts'
import { HONEST, ODD_CHARACTERS } from '../support/odd-text.ts'
import { openTestServer, type RawAnswer, type TestAccount, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
  admin = await server.account('admin')
})
afterAll(() => server.close())

interface Place {
  call: string
  method: string
  path: string
  at: 'query' | 'body'
  field: readonly string[]
  whole: unknown
  hasBody: boolean
}

const places: Place[] = CALLS.flatMap(({ name, endpoint }) =>
  (['query', 'body'] as const).flatMap((at) =>
    (endpoint[at] ? textFieldsOf(endpoint[at]) : []).map(({ path: field, whole }) => ({
      call: `${name} ${at}.${field.join('.')}`,
      method: endpoint.method,
      path: endpoint.path,
      at,
      field,
      whole,
      hasBody: endpoint.body !== undefined,
    })),
  ),
)

const send = (
  { method, path, at, whole, hasBody }: Place,
  field: readonly string[],
  value: string,
): Promise<RawAnswer> => {
  const given = withAt(whole, field, value)
  const address = `/${fillPath(path, 'harbour', { email: 'someone@house.example' })}`
  return server.call(`${method} ${address}${at === 'query' ? queryText(given) : ''}`, {
    token: admin.token,
    ...(at === 'body' ? { body: given } : hasBody ? { body: {} } : {}),
  })
}

/**
 * The field as a refusal names it: the first part of a list by its number, one that was given once by its name alone, a
 * value of a record by its key.
 */
const named = ({ at, field }: Place) =>
  new RegExp(
    `^${[at, ...field]
      .join('\\.')
      .replace(/\\\.\*/g, '(\\.0)?')
      .replace(/\\\.\?$/, '\\.a')}$`,
  )

const isSearch = ({ field }: Place) => field.at(-1) === 'search'
const isPassword = ({ field }: Place) => ['password', 'current'].includes(field.at(-1)!)

/** A small file as text. */
const isFile = ({ field }: Place) => field.at(-1) === 'bytes'

describe('a text that is far too long is refused and its field is named', () => {
  test.each(places)('$call', async (place) => {
    // An address of more than 16 KB never reaches a handler.
    for (const length of place.at === 'query' ? [2_000, 12_000] : isFile(place) ? [120_000] : [17_000, 120_000]) {
      const answer = await send(place, place.field, 'x'.repeat(length))
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'INVALID_INPUT'])
      expect(answer.body.error.details.some(({ path }: { path: string }) => named(place).test(path))).toBe(true)
      expect(JSON.stringify(answer.body).length).toBeLessThan(4000)
    }
  })
})

describe('a text with an odd character is refused and its field is named', () => {
  test.each(places.filter((place) => !isSearch(place) && !isPassword(place)))('$call', async (place) => {
    for (const odd of ['\u0000', '\u0007', '\u0085', '\u2028', '\u061c', '\u200f', '\u202e', '\u2066']) {
      const answer = await send(place, place.field, `a${odd}b`)
      expect([answer.status, answer.body.error?.code], JSON.stringify(odd)).toEqual([400, 'INVALID_INPUT'])
      const paths = answer.body.error.details.map(({ path }: { path: string }) => path)
      expect(
        paths.some((path: string) => named(place).test(path)),
        `${JSON.stringify(odd)}: ${paths}`,
      ).toBe(true)
    }
  })

  test.each(CALLS.filter(({ endpoint }) => endpoint.path.includes('{')))('$name in its path', async ({ endpoint }) => {
    for (const value of ['a\u202eb', 'a\u0007b', 'x'.repeat(300), `${'x'.repeat(300)}@house.example`]) {
      const answer = await server.call(`${endpoint.method} /${fillPath(endpoint.path, value)}`, {
        token: admin.token,
        ...(endpoint.body ? { body: sampleOf(endpoint.body) } : {}),
      })
      expect([answer.status, answer.body.error.details?.[0]?.path.split('.')[0]]).toEqual([400, 'path'])
    }
  })
})

test('what is searched for loses its odd characters and finds what it names', async () => {
  await server.call('POST /v1/tags', { token: admin.token, body: { name: 'Boot', color: 'olive' } })
  const found = await server.call(`GET /v1/tags?search=${encodeURIComponent('\u202aBo\u200eot\u202c')}`, {
    token: admin.token,
  })
  expect(found.body.data.map(({ name }: { name: string }) => name)).toEqual(['Boot'])
})

test.each(HONEST)('the name %j is kept as it was written', async (name) => {
  const { body } = await server.call('PATCH /v1/users/me', { token: admin.token, body: { name } })
  expect(body.name).toBe(name)
})

test('no odd character at all is kept as a name', async () => {
  for (const odd of ODD_CHARACTERS) {
    const answer = await server.call('PATCH /v1/users/me', {
      token: admin.token,
      body: `{"name":"a${JSON.stringify(odd).slice(1, -1)}b"}`.replace(odd, escapesOf(odd)),
    })
    expect(answer.status, escapesOf(odd)).toBe(400)
  }
})

test('what an older version kept is still told, and can be changed', async () => {
  const old = 'Old\u202ename'
  await server.deps.db.updateTable('users').set({ name: old }).where('id', '=', admin.id).execute()
  const { body } = await server.call('POST /v1/auth/refresh', {
    body: { refreshToken: admin.session.refreshToken },
  })
  expect(body.name).toBe(old)
  const renamed = await server.call('PATCH /v1/users/me', { token: body.token, body: { name: 'New' } })
  expect(renamed.body).toEqual({ name: 'New' })
})

function escapesOf(text: string): string {
  return text.replace(/[\s\S]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
