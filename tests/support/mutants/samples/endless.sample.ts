import { expect, test } from 'vitest'
import { countSteps } from './endless.ts'

test('steps are counted', () => {
  expect(countSteps(3)).toBe(3)
})
