import { afterEach, describe, expect, test, vi } from 'vitest'
import { addressOf, bearer, sendBearing } from '../../src/api/bearing.ts'

afterEach(() => vi.unstubAllGlobals())

test('an address stands below its base; an empty base is the page’s own origin', () => {
  expect(addressOf('https://api.example/v/', 'x').href).toBe('https://api.example/v/x')
  expect(addressOf('', 'x').href).toBe('http://localhost/x')
  vi.stubGlobal('location', { origin: 'https://atelier.example' })
  expect(addressOf('', 'v1/x?y').href).toBe('https://atelier.example/v1/x?y')
  expect(addressOf('/api/', 'x').href).toBe('https://atelier.example/api/x')
})

test('a token is carried where there is one', () => {
  expect([bearer('t'), bearer(undefined), bearer('')]).toEqual([{ authorization: 'Bearer t' }, {}, {}])
})

describe('what is sent with a token', () => {
  /** Sends with the tokens in turn; `good` are those that are taken. */
  async function send(fresh: (string | undefined)[], good: (string | undefined)[]) {
    const told: unknown[] = []
    const tokens = {
      fresh: async (rejected?: string) => {
        told.push(['asked', rejected])
        return fresh.shift()
      },
      refused: (token: string | undefined) => void told.push(['refused', token]),
    }
    const answer = await sendBearing(
      tokens,
      async (token, isAgain) => {
        told.push(['sent', token, isAgain])
        return good.includes(token) ? 'taken' : 'no'
      },
      (it) => it === 'no',
    )
    return [answer, told]
  }

  test('is sent once where the token is good', async () => {
    expect(await send(['a'], ['a'])).toEqual([
      'taken',
      [
        ['asked', undefined],
        ['sent', 'a', false],
      ],
    ])
  })

  test('is not sent again by who has no token', async () => {
    expect(await send([undefined, 'b'], ['b'])).toEqual([
      'no',
      [
        ['asked', undefined],
        ['sent', undefined, false],
      ],
    ])
  })

  test('is sent again with the token that took the place of the refused one', async () => {
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

  test('ends the session where the new token is refused too', async () => {
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

  test('says nothing of the session where there is no other token', async () => {
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
