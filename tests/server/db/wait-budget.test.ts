import { expect, test } from 'vitest'
import {
  getRemainingWaitMs,
  isLongWork,
  isStepWork,
  recordWait,
  withLongTimeout,
  withRequestTimeout,
  withStepTimeout,
} from '../../../server/db/wait-budget.ts'

const kinds = async () => [isLongWork(), isStepWork()]

test('work is long, in steps or neither', async () => {
  expect(await withLongTimeout(kinds)).toEqual([true, false])
  expect(await withStepTimeout(kinds)).toEqual([false, true])
  expect(await withRequestTimeout(kinds)).toEqual([false, false])
  expect(await kinds()).toEqual([false, false])
})

test('a request waits for its budget in total, without waits of up to 20 milliseconds', async () => {
  const remaining = await withRequestTimeout(async () => {
    const values = [getRemainingWaitMs(500), getRemainingWaitMs(2000)]
    for (const ms of [20, 21, 400, 1000]) {
      recordWait(ms)
      values.push(getRemainingWaitMs(2000))
    }
    return values
  }, 1000)
  expect(remaining).toEqual([500, 1000, 1000, 979, 579, 0])
})

test('work outside a request, and after the response, has no budget', async () => {
  recordWait(1000)
  expect(getRemainingWaitMs(3000)).toBe(3000)
  await withLongTimeout(async () => {
    recordWait(1000)
    expect(getRemainingWaitMs(3000)).toBe(3000)
  })
  let continueWork = () => {}
  const later = new Promise<void>((resolve) => {
    continueWork = resolve
  })
  let after: Promise<number> | undefined
  await withRequestTimeout(async () => {
    after = later.then(() => getRemainingWaitMs(3000))
  }, 100)
  continueWork()
  expect(await after).toBe(3000)
})

test('a request returns the result and the error of its work', async () => {
  expect(await withRequestTimeout(async () => 'done')).toBe('done')
  await expect(withRequestTimeout(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})
