import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsRefresh, readClaims, TOKEN_CUTOFF } from '../../../src/machines/rules/token.ts'
import { tokenWith } from '../../support/tokens.ts'

const NOW = 1_790_000_000
const good = { ability: [['read', 'Asset']], anonymous: false, iat: NOW - 60, exp: NOW + 600 }

// Each mutant of the rule would pay for all of them.
const TOKENS = process.env.MUTANTS === 'none' ? 1_000 : process.env.SOAK ? 100_000 : 20_000

describe('the refresh rule', () => {
  test.each([
    ['a good token is used as it is', good, false],
    ['without an ability claim', { ...good, ability: undefined }, true],
    ['anonymous', { ...good, anonymous: true }, true],
    ['expires in 29 s', { ...good, exp: NOW + 29 }, true],
    ['expires in 30 s', { ...good, exp: NOW + 30 }, true],
    ['expires in 31 s', { ...good, exp: NOW + 31 }, false],
    ['has expired', { ...good, exp: NOW - 1 }, true],
    ['without an expiry', { ...good, exp: undefined }, true],
    ['issued a second before 2022-07-19', { ...good, iat: Date.UTC(2022, 6, 18, 23, 59, 59) / 1000 }, true],
    ['issued at the start of 2022-07-19', { ...good, iat: Date.UTC(2022, 6, 19) / 1000 }, false],
    ['without an issue date', { ...good, iat: undefined }, true],
  ])('%s', (_, claims, expected) => {
    expect(needsRefresh(tokenWith(claims), NOW)).toBe(expected)
  })

  test.each([undefined, '', 'a', 'a.b.c', '..', tokenWith([]), `${tokenWith(good)}`.slice(0, 10)])(
    'a missing or unreadable token (%s) is refreshed',
    (token) => {
      expect(needsRefresh(token, NOW)).toBe(true)
    },
  )

  test('agrees with a plain statement of the rule on very many random tokens', () => {
    const claims = fc.record(
      {
        ability: fc.option(fc.array(fc.string(), { minLength: 1 }), { nil: undefined }),
        anonymous: fc.boolean(),
        iat: fc.integer({ min: TOKEN_CUTOFF - 100, max: NOW }),
        exp: fc.integer({ min: NOW - 100, max: NOW + 100 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(claims, (given) => {
        const { ability, anonymous, iat, exp } = given
        const usable =
          ability && !anonymous && exp !== undefined && exp > NOW + 30 && iat !== undefined && iat >= TOKEN_CUTOFF
        expect(needsRefresh(tokenWith(given), NOW)).toBe(!usable)
      }),
      { numRuns: TOKENS },
    )
  })

  test('reading claims never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readClaims(text)))
  })
})
