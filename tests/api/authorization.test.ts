import { describe, expect, test, vi } from 'vitest'
import { createAuthorizationHeader, resolveApiUrl, sendWithToken } from '../../src/api/authorization.ts'

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
  /** Sends a call with the available tokens, one after another. The server accepts only the accepted tokens. */
  async function send(availableTokens: (string | undefined)[], acceptedTokens: (string | undefined)[]) {
    const calls: unknown[] = []
    const tokens = {
      getFreshToken: async (rejected?: string) => {
        calls.push(['get token', rejected])
        return availableTokens.shift()
      },
      reportRejected: (token: string | undefined) => void calls.push(['report rejected', token]),
    }
    const response = await sendWithToken(
      tokens,
      async (token, isAgain) => {
        calls.push(['send', token, isAgain])
        return acceptedTokens.includes(token) ? 'accepted' : 'refused'
      },
      (answer) => answer === 'refused',
    )
    return [response, calls]
  }

  test('is sent once if the server accepts its token', async () => {
    expect(await send(['a'], ['a'])).toEqual([
      'accepted',
      [
        ['get token', undefined],
        ['send', 'a', false],
      ],
    ])
  })

  test('is not retried after a refusal if it had no token', async () => {
    expect(await send([undefined, 'b'], ['b'])).toEqual([
      'refused',
      [
        ['get token', undefined],
        ['send', undefined, false],
      ],
    ])
  })

  test('is retried with a new token if the server refuses the first token', async () => {
    expect(await send(['a', 'b'], ['b'])).toEqual([
      'accepted',
      [
        ['get token', undefined],
        ['send', 'a', false],
        ['get token', 'a'],
        ['send', 'b', true],
      ],
    ])
  })

  test('reports the new token as rejected if the server refuses it too', async () => {
    expect(await send(['a', 'b'], [])).toEqual([
      'refused',
      [
        ['get token', undefined],
        ['send', 'a', false],
        ['get token', 'a'],
        ['send', 'b', true],
        ['report rejected', 'b'],
      ],
    ])
  })

  test('is not retried and reports no rejection if no new token is available', async () => {
    expect(await send(['a', 'a'], [])).toEqual([
      'refused',
      [
        ['get token', undefined],
        ['send', 'a', false],
        ['get token', 'a'],
      ],
    ])
  })
})
