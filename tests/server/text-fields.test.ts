import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, createSample, fillPath, formatQuery, listTextFields, setAtPath } from '../support/contract-fields.ts'
import { FORBIDDEN_CHARACTERS, LEGITIMATE_TEXTS } from '../support/forbidden-text.ts'
import { openTestServer, type RawResponse, type TestAccount, type TestServer } from '../support/server.ts'

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

const textFields: Place[] = CALLS.flatMap(({ name, endpoint }) =>
  (['query', 'body'] as const).flatMap((at) =>
    (endpoint[at] ? listTextFields(endpoint[at]) : []).map(({ path: field, input }) => ({
      call: `${name} ${at}.${field.join('.')}`,
      method: endpoint.method,
      path: endpoint.path,
      at,
      field,
      whole: input,
      hasBody: endpoint.body !== undefined,
    })),
  ),
)

const send = (
  { method, path, at, whole, hasBody }: Place,
  field: readonly string[],
  value: string,
): Promise<RawResponse> => {
  const input = setAtPath(whole, field, value)
  const address = `/${fillPath(path, 'harbour', { email: 'someone@house.example' })}`
  return server.call(`${method} ${address}${at === 'query' ? formatQuery(input) : ''}`, {
    token: admin.token,
    ...(at === 'body' ? { body: input } : hasBody ? { body: {} } : {}),
  })
}

/**
 * Returns a pattern for the name of a field in an error. A list item is named by its index, a single query value by its name,
 * and a value of a record by its key.
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

/** Returns whether the field contains a small file as text. */
const isFile = ({ field }: Place) => field.at(-1) === 'bytes'

describe('an overlong text', () => {
  test.each(textFields)('in $call is refused, and the error names the field', async (textField) => {
    // A URL of more than 16 KB never reaches a handler.
    for (const length of textField.at === 'query'
      ? [2_000, 12_000]
      : isFile(textField)
        ? [120_000]
        : [17_000, 120_000]) {
      const response = await send(textField, textField.field, 'x'.repeat(length))
      expect([response.status, response.body.error?.code]).toEqual([400, 'INVALID_INPUT'])
      expect(response.body.error.details.some(({ path }: { path: string }) => named(textField).test(path))).toBe(true)
      expect(JSON.stringify(response.body).length).toBeLessThan(4000)
    }
  })
})

describe('a text with a forbidden character', () => {
  test.each(textFields.filter((textField) => !isSearch(textField) && !isPassword(textField)))(
    'in $call is refused, and the error names the field',
    async (textField) => {
      for (const odd of ['\u0000', '\u0007', '\u0085', '\u2028', '\u061c', '\u200f', '\u202e', '\u2066']) {
        const response = await send(textField, textField.field, `a${odd}b`)
        expect([response.status, response.body.error?.code], JSON.stringify(odd)).toEqual([400, 'INVALID_INPUT'])
        const paths = response.body.error.details.map(({ path }: { path: string }) => path)
        expect(
          paths.some((path: string) => named(textField).test(path)),
          `${JSON.stringify(odd)}: ${paths}`,
        ).toBe(true)
      }
    },
  )

  test.each(CALLS.filter(({ endpoint }) => endpoint.path.includes('{')))(
    'in the path of $name is refused, and the error names the path',
    async ({ endpoint }) => {
      for (const value of ['a\u202eb', 'a\u0007b', 'x'.repeat(300), `${'x'.repeat(300)}@house.example`]) {
        const response = await server.call(`${endpoint.method} /${fillPath(endpoint.path, value)}`, {
          token: admin.token,
          ...(endpoint.body ? { body: createSample(endpoint.body) } : {}),
        })
        expect([response.status, response.body.error.details?.[0]?.path.split('.')[0]]).toEqual([400, 'path'])
      }
    },
  )
})

test('removes forbidden characters from a search text', async () => {
  await server.call('POST /v1/tags', { token: admin.token, body: { name: 'Boot', color: 'olive' } })
  const response = await server.call(`GET /v1/tags?search=${encodeURIComponent('\u202aBo\u200eot\u202c')}`, {
    token: admin.token,
  })
  expect(response.body.data.map(({ name }: { name: string }) => name)).toEqual(['Boot'])
})

test.each(LEGITIMATE_TEXTS)('accepts the name %j, and returns the name unchanged', async (name) => {
  const { body } = await server.call('PATCH /v1/users/me', { token: admin.token, body: { name } })
  expect(body.name).toBe(name)
})

test('refuses every forbidden character in a name', async () => {
  for (const odd of FORBIDDEN_CHARACTERS) {
    const response = await server.call('PATCH /v1/users/me', {
      token: admin.token,
      body: `{"name":"a${JSON.stringify(odd).slice(1, -1)}b"}`.replace(odd, escapesOf(odd)),
    })
    expect(response.status, escapesOf(odd)).toBe(400)
  }
})

test('returns a name that an older version allowed, and lets the user change that name', async () => {
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
