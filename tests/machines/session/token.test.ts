import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsRefresh, readClaims, TOKEN_CUTOFF_SECONDS } from '../../../src/machines/session/token.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'

const NOW = 1_790_000_000
const good = { ability: [['read', 'Asset']], anonymous: false, iat: NOW - 60, exp: NOW + 600 }

// Runs fewer cases under mutation testing, because each mutant repeats all cases.
const TOKENS = process.env.MUTANTS === 'none' ? 1_000 : process.env.SOAK ? 100_000 : 20_000

describe('refresh rule', () => {
  test.each([
    ['keeps a valid token', good, false],
    ['refreshes a token without an ability claim', { ...good, ability: undefined }, true],
    ['refreshes an anonymous token', { ...good, anonymous: true }, true],
    ['refreshes a token that expires in 29 s', { ...good, exp: NOW + 29 }, true],
    ['refreshes a token that expires in 30 s', { ...good, exp: NOW + 30 }, true],
    ['keeps a token that expires in 31 s', { ...good, exp: NOW + 31 }, false],
    ['refreshes an expired token', { ...good, exp: NOW - 1 }, true],
    ['refreshes a token without an expiry', { ...good, exp: undefined }, true],
    [
      'refreshes a token issued one second before 2022-07-19',
      { ...good, iat: Date.UTC(2022, 6, 18, 23, 59, 59) / 1000 },
      true,
    ],
    ['keeps a token issued at the start of 2022-07-19', { ...good, iat: Date.UTC(2022, 6, 19) / 1000 }, false],
    ['refreshes a token without an issue date', { ...good, iat: undefined }, true],
  ])('%s', (_, claims, expected) => {
    expect(needsRefresh(createUnsignedToken(claims), NOW)).toBe(expected)
  })

  test.each([undefined, '', 'a', 'a.b.c', '..', createUnsignedToken([]), `${createUnsignedToken(good)}`.slice(0, 10)])(
    'refreshes a missing or unreadable token (%s)',
    (token) => {
      expect(needsRefresh(token, NOW)).toBe(true)
    },
  )

  test('matches a simple reference implementation for thousands of random tokens', () => {
    const claims = fc.record(
      {
        ability: fc.option(fc.array(fc.string(), { minLength: 1 }), { nil: undefined }),
        anonymous: fc.boolean(),
        iat: fc.integer({ min: TOKEN_CUTOFF_SECONDS - 100, max: NOW }),
        exp: fc.integer({ min: NOW - 100, max: NOW + 100 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(claims, (claimValues) => {
        const { ability, anonymous, iat, exp } = claimValues
        const usable =
          ability &&
          !anonymous &&
          exp !== undefined &&
          exp > NOW + 30 &&
          iat !== undefined &&
          iat >= TOKEN_CUTOFF_SECONDS
        expect(needsRefresh(createUnsignedToken(claimValues), NOW)).toBe(!usable)
      }),
      { numRuns: TOKENS },
    )
  })

  test('never throws when it reads the claims of any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readClaims(text)))
  })
})
