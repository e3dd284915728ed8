import { expect, test } from 'vitest'
import { isOneInSampled, sampleNamesSilently, seededNumber } from './sampling.ts'

const ALL = ['a', 'b', 'c', 'd', 'e', 'f'] as const

test('draws the same items in the given order for the same name, and other items for other names', () => {
  const sample = sampleNamesSilently('letters', ALL, 3)
  expect(sampleNamesSilently('letters', ALL, 3)).toEqual(sample)
  expect(sample.length).toBe(process.env.SOAK ? 6 : 3)
  expect(sample.toSorted()).toEqual(sample)
  const others = Array.from({ length: 20 }, (_, i) => sampleNamesSilently(`letters ${i}`, ALL, 3).join())
  if (!process.env.SOAK) expect(new Set(others).size).toBeGreaterThan(5)
  // Every item is drawn eventually.
  expect(new Set(others.flatMap((names) => names.split(',')))).toEqual(new Set(ALL))
})

test('draws all items if no more exist than are requested', () => {
  expect(sampleNamesSilently('letters', ALL, 6)).toEqual(ALL)
})

test('draws every number below the limit and no other', () => {
  const values = new Set(Array.from({ length: 200 }, (_, i) => seededNumber(`it ${i}`, 5)))
  expect([...values].toSorted()).toEqual([0, 1, 2, 3, 4])
})

test('selects about half of the items at a rate of one in two, and all items in a soak run', () => {
  const sampledCount = Array.from({ length: 200 }, (_, i) => isOneInSampled(`it ${i}`, 2)).filter(Boolean).length
  if (process.env.SOAK) expect(sampledCount).toBe(200)
  else expect(Math.abs(sampledCount - 100)).toBeLessThan(50)
})
