import { expect, test } from 'vitest'
import { computeNextTryTime, computePauseEnd } from '../../../server/webhooks/retry-schedule.ts'

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

test('a pause lasts a quarter of the outage, from 5 seconds to 10 minutes, and no pause follows three days', () => {
  const DAY_SECONDS = 86_400
  const pauseSeconds = (outageSeconds: number) => {
    const end = computePauseEnd(at, new Date(at.getTime() - outageSeconds * 1000))
    return end && (end.getTime() - at.getTime()) / 1000
  }
  expect([0, 16, 24, 2396, 2404, 3 * DAY_SECONDS - 1, 3 * DAY_SECONDS].map(pauseSeconds)).toEqual([
    5,
    5,
    6,
    599,
    600,
    600,
    undefined,
  ])
})
