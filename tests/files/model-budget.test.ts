import { describe, expect, it } from 'vitest'
import { findBudgetExcess, MODEL_BUDGET } from '../../src/files/model-budget.ts'

describe('a budget', () => {
  it('accepts exactly its maximum', () => expect(findBudgetExcess(MODEL_BUDGET, MODEL_BUDGET)).toBeNull())

  it.each(Object.keys(MODEL_BUDGET) as (keyof typeof MODEL_BUDGET)[])(
    'refuses one more than the maximum of %s',
    (budget) => {
      const required = MODEL_BUDGET[budget] + 1
      expect(findBudgetExcess({ ...MODEL_BUDGET, [budget]: required }, MODEL_BUDGET)).toEqual({
        what: budget,
        required,
        limit: MODEL_BUDGET[budget],
      })
    },
  )

  it('refuses NaN', () =>
    expect(findBudgetExcess({ ...MODEL_BUDGET, pixels: Number.NaN }, MODEL_BUDGET)?.what).toBe('pixels'))
})
