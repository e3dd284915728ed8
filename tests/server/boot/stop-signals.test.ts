import { expect, test } from 'vitest'
import { createSignalClassifier, formatCount } from '../../../server/boot/stop-signals.ts'

test('stops at the first signal, ignores the second, and exits at the third', () => {
  let time = 0
  const countSignal = createSignalClassifier(() => time)
  const responses = [0, 1_000, 2_000].map((at) => {
    time = at
    return countSignal()
  })
  expect(responses).toEqual(['stop', 'wait', 'exit'])
})

test('counts a signal once if npm and tsx forward copies of it', () => {
  let time = 0
  const countSignal = createSignalClassifier(() => time)
  const responses = [0, 0, 20, 499, 500, 510, 999, 1_000].map((at) => {
    time = at
    return countSignal()
  })
  expect(responses).toEqual(['stop', undefined, undefined, undefined, 'wait', undefined, undefined, 'exit'])
})

test('formats one item in the singular, and none or several in the plural', () => {
  expect([0, 1, 2].map((n) => formatCount(n, 'call'))).toEqual(['0 calls', '1 call', '2 calls'])
})
