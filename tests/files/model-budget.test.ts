import { describe, expect, it } from 'vitest'
import { MODEL_BUDGET, overBudget } from '../../src/files/model-budget.ts'

describe('a budget', () => {
  it('lets pass what is just as much as it allows', () => expect(overBudget(MODEL_BUDGET, MODEL_BUDGET)).toBeNull())

  it.each(Object.keys(MODEL_BUDGET) as (keyof typeof MODEL_BUDGET)[])('refuses one too many of %s', (what) => {
    const asked = MODEL_BUDGET[what] + 1
    expect(overBudget({ ...MODEL_BUDGET, [what]: asked }, MODEL_BUDGET)).toEqual({
      what,
      asked,
      allowed: MODEL_BUDGET[what],
    })
  })

  it('refuses what is no number at all', () =>
    expect(overBudget({ ...MODEL_BUDGET, pixels: Number.NaN }, MODEL_BUDGET)?.what).toBe('pixels'))
})
