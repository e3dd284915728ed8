import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatYielding, sortYielding } from '../../../server/util/yielding.ts'
import { countLoopIterations } from '../../support/count-loop-iterations.ts'

const MB = 1024 * 1024

test('concatenates buffers like Buffer.concat', async () => {
  const parts = [Buffer.from('a'), Buffer.alloc(0), Buffer.alloc(5 * MB, 'bc'), Buffer.from('d')]
  expect((await concatYielding(parts)).equals(Buffer.concat(parts))).toBe(true)
  expect(await concatYielding([])).toHaveLength(0)
})

test('yields to the event loop at least once per two megabytes that it concatenates', async () => {
  const { iterations } = await countLoopIterations(() => concatYielding([Buffer.alloc(64 * MB)]))
  expect(iterations).toBeGreaterThanOrEqual(31)
})

test('sorts items by their number and keeps the order of equal ones', async () => {
  const items = fc.array(fc.record({ key: fc.integer({ min: 0, max: 9 }), id: fc.integer() }))
  await fc.assert(
    fc.asyncProperty(items, async (values) => {
      const expected = values.toSorted((one, other) => one.key - other.key)
      expect(await sortYielding(values, ({ key }) => key)).toEqual(expected)
    }),
  )
})

test('sorts 100,000 items, and yields to the event loop at least 24 times', async () => {
  const items = Array.from({ length: 100_000 }, (_, i) => (i * 7_919) % 100_003)
  const { result, iterations } = await countLoopIterations(() => sortYielding(items, (item) => item))
  expect(result).toEqual(items.toSorted((one, other) => one - other))
  expect(iterations).toBeGreaterThanOrEqual(24)
})
