import { beforeEach, describe, expect, test } from 'vitest'
import { withCodeRequestIds } from '../../src/api/code-requests.ts'
import type { Client } from '../../src/api/contract/client.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import type { contract } from '../../src/api/contract/index.ts'

const ID = 'x'.repeat(43)
let sent: [string, unknown][] = []
let text: string | null = null
let time = 0
const savedState = {
  read: () => text,
  write: (next: string | null) => {
    text = next
  },
  onChangeInOtherTab: () => () => {},
}

/** Client whose server returns an id for each requested code; `refuses` refuses every code. */
function open(refuses = false, refusal?: (body: Record<string, unknown>) => Error | undefined) {
  const call = (name: string) => async (input: { body: Record<string, unknown> }) => {
    sent.push([name, input.body])
    const refused = refusal?.(input.body)
    if (refused) throw refused
    if (refuses && input.body.code) throw new Error('wrong')
    return input.body.code || input.body.id || input.body.verificationId ? {} : { requestId: `${ID}-${sent.length}` }
  }
  const services = {
    auth: {
      signupPasswordless: call('signupPasswordless'),
      requestLoginCode: call('requestLoginCode'),
      login: call('login'),
    },
    users: {
      resetPassword: call('resetPassword'),
      passwordByCode: call('passwordByCode'),
      verify: call('verify'),
    },
  }
  return withCodeRequestIds(services as unknown as Client<typeof contract>, () => time, savedState)
}

beforeEach(() => {
  sent = []
  text = null
  time = 1_000_000
})

const email = 'one@atelier.example'
const code = '123456'
const bodies = () => sent.map(([, body]) => body)

test('sends a mailed code with the id of its request, also from another tab and after a reload', async () => {
  await open().api.auth.requestLoginCode({ body: { email: ' One@Atelier.example' } })
  await open().api.auth.login({ body: { email, code } })
  expect(bodies()[1]).toEqual({ email, code, requestId: `${ID}-1` })
  await open().api.auth.signupPasswordless({ body: { email } })
  await open().api.auth.login({ body: { email, code } })
  expect(bodies()[3]).toEqual({ email, code, requestId: `${ID}-3` })
})

test('stores the ids of code requests separately for each purpose and e-mail address', async () => {
  const { api } = open()
  await api.users.resetPassword({ body: { email } })
  await api.users.verify({ body: { email } })
  await api.users.verify({ body: { email } })
  await api.users.verify({ body: { email: 'two@atelier.example' } })
  await api.auth.login({ body: { email, code } })
  await api.users.verify({ body: { email, code } })
  await api.users.passwordByCode({ body: { email, code, password: 'p' } })
  expect(bodies().slice(4)).toEqual([
    { email, code },
    { email, code, requestId: [`${ID}-2`, `${ID}-3`] },
    { email, code, password: 'p', requestId: `${ID}-1` },
  ])
})

test('keeps the id of a request after a wrong code, not after a correct code or ten minutes', async () => {
  const wrong = open(true).api
  await wrong.auth.requestLoginCode({ body: { email } })
  await expect(wrong.auth.login({ body: { email, code } })).rejects.toThrow('wrong')
  expect(open().getPendingEmail()).toBe(email)
  await open().api.auth.login({ body: { email, code } })
  expect([bodies()[2], text, open().getPendingEmail()]).toEqual([
    { email, code, requestId: `${ID}-1` },
    null,
    undefined,
  ])
  await open().api.auth.requestLoginCode({ body: { email } })
  time += 10 * 60_000
  expect(open().getPendingEmail()).toBe(undefined)
  await open().api.auth.login({ body: { email, code } })
  expect(bodies().at(-1)).toEqual({ email, code })
})

test('sends passwords and links without a request id, and ignores invalid stored data', async () => {
  text = 'not what we wrote'
  const { api } = open()
  await api.auth.login({ body: { email, password: 'p' } })
  await api.users.verify({ body: { verificationId: 'link' } })
  await api.users.passwordByCode({ body: { id: 'link', password: 'p' } })
  expect([bodies(), text]).toEqual([
    [{ email, password: 'p' }, { verificationId: 'link' }, { id: 'link', password: 'p' }],
    'not what we wrote',
  ])
})

test('finds a request’s id for ten minutes, regardless of blanks and capitals in the e-mail address', async () => {
  await open().api.users.verify({ body: { email: 'Two@Atelier.example' } })
  time += 10 * 60_000 - 1
  await open().api.users.verify({ body: { email: ' two@atelier.EXAMPLE ', code } })
  expect(bodies().at(-1)).toEqual({ email: ' two@atelier.EXAMPLE ', code, requestId: `${ID}-1` })
})

test('removes only the request ids of the same purpose and e-mail address after a correct code', async () => {
  const { api, getPendingEmail: awaited } = open()
  await api.auth.requestLoginCode({ body: { email } })
  await api.users.verify({ body: { email } })
  await api.users.verify({ body: { email: 'two@atelier.example' } })
  await api.users.verify({ body: { email, code } })
  expect(JSON.parse(text!)).toEqual([
    { purpose: 'login', email, id: `${ID}-1`, until: time + 600_000 },
    { purpose: 'verify', email: 'two@atelier.example', id: `${ID}-3`, until: time + 600_000 },
  ])
  expect(awaited()).toBe(email)
})

test('returns the e-mail address of the latest requested sign-in code, and none after forgetCodes', async () => {
  const { api, getPendingEmail: awaited, forgetCodes } = open()
  await api.users.resetPassword({ body: { email } })
  expect(awaited()).toBe(undefined)
  await api.auth.requestLoginCode({ body: { email } })
  await api.auth.requestLoginCode({ body: { email: 'two@atelier.example' } })
  expect(awaited()).toBe('two@atelier.example')
  forgetCodes()
  expect([text, awaited()]).toEqual([null, undefined])
})

describe('a client that has requested a code several times', () => {
  test('sends the ids of all requests in one call, so that the code mailed first still works', async () => {
    const { api } = open()
    await api.auth.signupPasswordless({ body: { email } })
    await api.auth.requestLoginCode({ body: { email } })
    await api.auth.login({ body: { email, code } })
    expect([bodies().slice(2), text]).toEqual([[{ email, code, requestId: [`${ID}-1`, `${ID}-2`] }], null])
  })

  test('sends the ids of all requests also to set a new password or verify an e-mail address', async () => {
    const { api } = open()
    for (const call of [api.users.resetPassword, api.users.verify]) {
      await call({ body: { email } })
      await call({ body: { email } })
    }
    await api.users.passwordByCode({ body: { email, code, password: 'p' } })
    await api.users.verify({ body: { email, code } })
    expect(bodies().slice(4)).toEqual([
      { email, code, password: 'p', requestId: [`${ID}-1`, `${ID}-2`] },
      { email, code, requestId: [`${ID}-3`, `${ID}-4`] },
    ])
  })

  test('sends a wrong code in a single call, and keeps the ids of all requests', async () => {
    const { api } = open(true)
    await api.auth.requestLoginCode({ body: { email } })
    await api.auth.requestLoginCode({ body: { email } })
    for (let i = 0; i < 2; i++) await expect(api.auth.login({ body: { email, code } })).rejects.toThrow('wrong')
    const once = { email, code, requestId: [`${ID}-1`, `${ID}-2`] }
    expect(bodies().slice(2)).toEqual([once, once])
  })

  test('sends only the newest five ids, because a call accepts no more', async () => {
    const { api } = open()
    for (let i = 0; i < 7; i++) await api.auth.requestLoginCode({ body: { email } })
    await api.auth.login({ body: { email, code } })
    expect(bodies()[7]).toEqual({ email, code, requestId: [3, 4, 5, 6, 7].map((n) => `${ID}-${n}`) })
  })

  test('omits an id that is ten minutes old', async () => {
    const { api } = open()
    await api.auth.requestLoginCode({ body: { email } })
    time += 5 * 60_000
    await api.auth.requestLoginCode({ body: { email } })
    time += 5 * 60_000
    await api.auth.login({ body: { email, code } })
    expect(bodies()[2]).toEqual({ email, code, requestId: `${ID}-2` })
  })
})

describe('a server that accepts only a single id', () => {
  const invalid = (path: string) => {
    const error = { code: 'INVALID_INPUT' as const, message: 'Invalid.', status: 400, details: [{ path, message: '' }] }
    const problem = { type: 'about:blank', title: 'Invalid', status: 400, detail: 'Invalid.' }
    return new ApiError('http', 'auth', { status: 400, body: { error, ...problem } })
  }
  const knowsOne = ({ requestId }: Record<string, unknown>) =>
    Array.isArray(requestId) ? invalid('body.requestId') : undefined

  test('receives the newest id alone after it has refused several ids', async () => {
    const { api } = open(false, knowsOne)
    for (let i = 0; i < 2; i++) await api.auth.requestLoginCode({ body: { email } })
    await api.auth.login({ body: { email, code } })
    expect(bodies().slice(2)).toEqual([
      { email, code, requestId: [`${ID}-1`, `${ID}-2`] },
      { email, code, requestId: `${ID}-2` },
    ])
    expect(text).toBe(null)
  })

  test('receives no further request after it has refused a single id too, and the client keeps all ids', async () => {
    const { api } = open(true, knowsOne)
    for (let i = 0; i < 2; i++) await api.users.resetPassword({ body: { email } })
    await expect(api.users.passwordByCode({ body: { email, code, password: 'p' } })).rejects.toThrow('wrong')
    expect([bodies().length, JSON.parse(text!).length]).toEqual([4, 2])
  })

  test.each(['body.code', 'body.password'])('receives the code only once if it refuses the field %s', async (path) => {
    const { api } = open(false, ({ code: submittedCode }) => (submittedCode ? invalid(path) : undefined))
    for (let i = 0; i < 2; i++) await api.auth.requestLoginCode({ body: { email } })
    await expect(api.auth.login({ body: { email, code } })).rejects.toThrow('Invalid.')
    expect(bodies()).toHaveLength(3)
  })
})

test('stores nothing if the response to a code request has no id', async () => {
  const services = { auth: { requestLoginCode: async () => ({}) }, users: {} }
  const { api } = withCodeRequestIds(services as unknown as Client<typeof contract>, () => time, savedState)
  await api.auth.requestLoginCode({ body: { email } })
  expect(text).toBe(null)
})
