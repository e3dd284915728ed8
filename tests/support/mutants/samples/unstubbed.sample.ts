import { expect, test } from 'vitest'

test('a value is cloned', () => {
  expect(structuredClone(1)).toBe(1)
})
