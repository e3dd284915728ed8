import { expect, test } from 'vitest'
import { computeNextTryTime } from '../../../server/webhooks/retry-schedule.ts'

const at = new Date('2026-03-02T09:00:00.000Z')
const seconds = (tries: number, random: number) => {
  const next = computeNextTryTime(at, tries, random)
  return next && (next.getTime() - at.getTime()) / 1000
}

test('eight attempts take about a day, with growing delays that vary by 10 %', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((tries) => seconds(tries, 0.5))).toEqual([
    5,
    30,
    120,
    600,
    3600,
    14_400,
    64_800,
    undefined,
  ])
  expect([seconds(1, 0), seconds(1, 1)]).toEqual([4.5, 5.5])
})
