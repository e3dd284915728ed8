import { beforeEach, describe, expect, test } from 'vitest'
import { keepCodeRequests } from '../../src/api/code-requests.ts'
import type { Client } from '../../src/api/contract/client.ts'
import { ApiError } from '../../src/api/contract/errors.ts'
import type { contract } from '../../src/api/contract/index.ts'

const ID = 'x'.repeat(43)
let sent: [string, unknown][] = []
let text: string | null = null
let time = 0
const kept = {
  read: () => text,
  write: (next: string | null) => {
    text = next
  },
  onOtherTab: () => () => {},
}

/** The wire: answers an id to who asks for a code; `refuses` every code. */
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
  return keepCodeRequests(services as unknown as Client<typeof contract>, () => time, kept)
}

beforeEach(() => {
  sent = []
  text = null
  time = 1_000_000
})

const email = 'one@atelier.example'
const code = '123456'
const bodies = () => sent.map(([, body]) => body)

test('a code is sent with the id that its asking was answered with, by another tab and after a reload, too', async () => {
  await open().api.auth.requestLoginCode({ body: { email: ' One@Atelier.example' } })
  await open().api.auth.login({ body: { email, code } })
  expect(bodies()[1]).toEqual({ email, code, requestId: `${ID}-1` })
  await open().api.auth.signupPasswordless({ body: { email } })
  await open().api.auth.login({ body: { email, code } })
  expect(bodies()[3]).toEqual({ email, code, requestId: `${ID}-3` })
})

test('each purpose and address has ids of its own', async () => {
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

test('it is kept when the code was wrong, and forgotten once it was right or is too old', async () => {
  const wrong = open(true).api
  await wrong.auth.requestLoginCode({ body: { email } })
  await expect(wrong.auth.login({ body: { email, code } })).rejects.toThrow('wrong')
  expect(open().awaited()).toBe(email)
  await open().api.auth.login({ body: { email, code } })
  expect([bodies()[2], text, open().awaited()]).toEqual([{ email, code, requestId: `${ID}-1` }, null, undefined])
  await open().api.auth.requestLoginCode({ body: { email } })
  time += 10 * 60_000
  expect(open().awaited()).toBe(undefined)
  await open().api.auth.login({ body: { email, code } })
  expect(bodies().at(-1)).toEqual({ email, code })
})

test('passwords and links carry nothing of it, and what else stands in storage does no harm', async () => {
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

test('it is kept for ten minutes, by its own address whatever blanks and capitals are typed', async () => {
  await open().api.users.verify({ body: { email: 'Two@Atelier.example' } })
  time += 10 * 60_000 - 1
  await open().api.users.verify({ body: { email: ' two@atelier.EXAMPLE ', code } })
  expect(bodies().at(-1)).toEqual({ email: ' two@atelier.EXAMPLE ', code, requestId: `${ID}-1` })
})

test('a good code takes nothing of another purpose or address away', async () => {
  const { api, awaited } = open()
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

test('the one asked last is awaited, a code for something else never, and forgetting leaves nothing', async () => {
  const { api, awaited, forgetCodes } = open()
  await api.users.resetPassword({ body: { email } })
  expect(awaited()).toBe(undefined)
  await api.auth.requestLoginCode({ body: { email } })
  await api.auth.requestLoginCode({ body: { email: 'two@atelier.example' } })
  expect(awaited()).toBe('two@atelier.example')
  forgetCodes()
  expect([text, awaited()]).toEqual([null, undefined])
})

describe('a code asked for again', () => {
  test('leaves the one that was mailed before as good as it was, brought in one call with both ids', async () => {
    const { api } = open()
    await api.auth.signupPasswordless({ body: { email } })
    await api.auth.requestLoginCode({ body: { email } })
    await api.auth.login({ body: { email, code } })
    expect([bodies().slice(2), text]).toEqual([[{ email, code, requestId: [`${ID}-1`, `${ID}-2`] }], null])
  })

  test('to set a password or to prove an address does so too', async () => {
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

  test('that is wrong is tried once, and its ids stay', async () => {
    const { api } = open(true)
    await api.auth.requestLoginCode({ body: { email } })
    await api.auth.requestLoginCode({ body: { email } })
    for (let i = 0; i < 2; i++) await expect(api.auth.login({ body: { email, code } })).rejects.toThrow('wrong')
    const once = { email, code, requestId: [`${ID}-1`, `${ID}-2`] }
    expect(bodies().slice(2)).toEqual([once, once])
  })

  test('brings no more ids than a call takes, the newest', async () => {
    const { api } = open()
    for (let i = 0; i < 7; i++) await api.auth.requestLoginCode({ body: { email } })
    await api.auth.login({ body: { email, code } })
    expect(bodies()[7]).toEqual({ email, code, requestId: [3, 4, 5, 6, 7].map((n) => `${ID}-${n}`) })
  })

  test('is no longer tried with what is older than ten minutes', async () => {
    const { api } = open()
    await api.auth.requestLoginCode({ body: { email } })
    time += 5 * 60_000
    await api.auth.requestLoginCode({ body: { email } })
    time += 5 * 60_000
    await api.auth.login({ body: { email, code } })
    expect(bodies()[2]).toEqual({ email, code, requestId: `${ID}-2` })
  })
})

describe('a server that knows one id alone', () => {
  const invalid = (path: string) => {
    const error = { code: 'INVALID_INPUT' as const, message: 'Invalid.', status: 400, details: [{ path, message: '' }] }
    const problem = { type: 'about:blank', title: 'Invalid', status: 400, detail: 'Invalid.' }
    return new ApiError('http', 'auth', { status: 400, body: { error, ...problem } })
  }
  const knowsOne = ({ requestId }: Record<string, unknown>) =>
    Array.isArray(requestId) ? invalid('body.requestId') : undefined

  test('is brought the newest, once it has refused more', async () => {
    const { api } = open(false, knowsOne)
    for (let i = 0; i < 2; i++) await api.auth.requestLoginCode({ body: { email } })
    await api.auth.login({ body: { email, code } })
    expect(bodies().slice(2)).toEqual([
      { email, code, requestId: [`${ID}-1`, `${ID}-2`] },
      { email, code, requestId: `${ID}-2` },
    ])
    expect(text).toBe(null)
  })

  test('is asked no more once it has refused that one too, and both stay', async () => {
    const { api } = open(true, knowsOne)
    for (let i = 0; i < 2; i++) await api.users.resetPassword({ body: { email } })
    await expect(api.users.passwordByCode({ body: { email, code, password: 'p' } })).rejects.toThrow('wrong')
    expect([bodies().length, JSON.parse(text!).length]).toEqual([4, 2])
  })

  test.each(['body.code', 'body.password'])('is not what refuses %s, which is brought once', async (path) => {
    const { api } = open(false, ({ code: given }) => (given ? invalid(path) : undefined))
    for (let i = 0; i < 2; i++) await api.auth.requestLoginCode({ body: { email } })
    await expect(api.auth.login({ body: { email, code } })).rejects.toThrow('Invalid.')
    expect(bodies()).toHaveLength(3)
  })
})

test('an answer that binds nothing keeps nothing', async () => {
  const services = { auth: { requestLoginCode: async () => ({}) }, users: {} }
  const { api } = keepCodeRequests(services as unknown as Client<typeof contract>, () => time, kept)
  await api.auth.requestLoginCode({ body: { email } })
  expect(text).toBe(null)
})
