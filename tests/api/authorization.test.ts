import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAuthorizationHeader, resolveApiUrl, sendWithToken } from '../../src/api/authorization.ts'

afterEach(() => vi.unstubAllGlobals())

test('resolves a path against the API’s base URL, or against the page’s origin if the base is empty', () => {
  expect(resolveApiUrl('https://api.example/v/', 'x').href).toBe('https://api.example/v/x')
  expect(resolveApiUrl('', 'x').href).toBe('http://localhost/x')
  vi.stubGlobal('location', { origin: 'https://atelier.example' })
  expect(resolveApiUrl('', 'v1/x?y').href).toBe('https://atelier.example/v1/x?y')
  expect(resolveApiUrl('/api/', 'x').href).toBe('https://atelier.example/api/x')
})

test('adds the authorization header only if there is a token', () => {
  expect([createAuthorizationHeader('t'), createAuthorizationHeader(undefined), createAuthorizationHeader('')]).toEqual(
    [{ authorization: 'Bearer t' }, {}, {}],
  )
})

describe('an authorized request', () => {
  /** Sends a call with the `fresh` tokens, one after another. The server accepts only the `good` tokens. */
  async function send(fresh: (string | undefined)[], good: (string | undefined)[]) {
    const calls: unknown[] = []
    const tokens = {
      getFreshToken: async (rejected?: string) => {
        calls.push(['asked', rejected])
        return fresh.shift()
      },
      reportRejected: (token: string | undefined) => void calls.push(['refused', token]),
    }
    const response = await sendWithToken(
      tokens,
      async (token, isAgain) => {
        calls.push(['sent', token, isAgain])
        return good.includes(token) ? 'taken' : 'no'
      },
      (it) => it === 'no',
    )
    return [response, calls]
  }

  test('is sent once if the server accepts its token', async () => {
    expect(await send(['a'], ['a'])).toEqual([
      'taken',
      [
        ['asked', undefined],
        ['sent', 'a', false],
      ],
    ])
  })

  test('is not retried after a refusal if it had no token', async () => {
    expect(await send([undefined, 'b'], ['b'])).toEqual([
      'no',
      [
        ['asked', undefined],
        ['sent', undefined, false],
      ],
    ])
  })

  test('is retried with a new token if the server refuses the first token', async () => {
    expect(await send(['a', 'b'], ['b'])).toEqual([
      'taken',
      [
        ['asked', undefined],
        ['sent', 'a', false],
        ['asked', 'a'],
        ['sent', 'b', true],
      ],
    ])
  })

  test('reports the new token as rejected if the server refuses it too', async () => {
    expect(await send(['a', 'b'], [])).toEqual([
      'no',
      [
        ['asked', undefined],
        ['sent', 'a', false],
        ['asked', 'a'],
        ['sent', 'b', true],
        ['refused', 'b'],
      ],
    ])
  })

  test('is not retried and reports no rejection if no new token is available', async () => {
    expect(await send(['a', 'a'], [])).toEqual([
      'no',
      [
        ['asked', undefined],
        ['sent', 'a', false],
        ['asked', 'a'],
      ],
    ])
  })
})
