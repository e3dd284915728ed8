import { expect, test } from 'vitest'
import {
  noProgress,
  percentOf,
  progressed,
  SPEED_WINDOW_MS,
  secondsLeft,
  speedOf,
  stalled,
} from '../../../src/machines/rules/upload-progress.ts'

const started = progressed(noProgress(1000), 0, 1000, 0)

test('speed and time left come from the reports of the window', () => {
  const now = progressed(started, 400, 1000, 1000)
  expect([speedOf(now), secondsLeft(now), percentOf(now)]).toEqual([400, 2, 40])
})

test('speed is unknown until half a second is known, and while nothing moves', () => {
  expect(speedOf(started)).toBe(undefined)
  expect(speedOf(progressed(started, 100, 1000, 499))).toBe(undefined)
  expect(speedOf(progressed(started, 100, 1000, 500))).toBe(200)
  expect(secondsLeft(progressed(started, 0, 1000, 900))).toBe(undefined)
  const late = progressed(noProgress(1000), 0, 1000, 10_000)
  expect(speedOf(progressed(late, 100, 1000, 10_499))).toBe(undefined)
})

test('less than a second is told as one', () => {
  expect(secondsLeft(progressed(started, 999, 1000, 1000))).toBe(1)
  expect(secondsLeft(progressed(started, 1000, 1000, 1000))).toBe(1)
})

test('reports older than the window no longer count', () => {
  const slow = progressed(started, 100, 1000, SPEED_WINDOW_MS)
  const fast = progressed(slow, 700, 1000, SPEED_WINDOW_MS + 1000)
  expect(fast.samples).toEqual([
    { at: SPEED_WINDOW_MS, sentBytes: 100 },
    { at: SPEED_WINDOW_MS + 1000, sentBytes: 700 },
  ])
  expect(speedOf(fast)).toBe(600)
})

test('a resumed upload that starts further back measures its speed anew', () => {
  const before = progressed(started, 800, 1000, 1000)
  expect(progressed(before, 500, 1000, 1100)).toEqual({
    sentBytes: 500,
    totalBytes: 1000,
    samples: [{ at: 1100, sentBytes: 500 }],
  })
})

test('nothing sent yet is nothing, and a report as far as the last one still counts', () => {
  expect(noProgress(10)).toEqual({ sentBytes: 0, totalBytes: 10, samples: [] })
  expect([speedOf(noProgress(10)), secondsLeft(noProgress(10))]).toEqual([undefined, undefined])
  const still = progressed(progressed(started, 400, 1000, 1000), 400, 1000, 2000)
  expect(speedOf(still)).toBe(200)
})

test('a report as old as the window is long still counts', () => {
  expect(speedOf(progressed(started, 500, 1000, SPEED_WINDOW_MS))).toBe(100)
})

test('a stall forgets the speed and keeps the bytes', () => {
  expect(stalled(progressed(started, 400, 1000, 1000))).toEqual({ sentBytes: 400, totalBytes: 1000, samples: [] })
})

test('a percent is never 100 before the last byte, and an empty file has none', () => {
  expect(percentOf({ sentBytes: 999, totalBytes: 1000, samples: [] })).toBe(99)
  expect(percentOf({ sentBytes: 1000, totalBytes: 1000, samples: [] })).toBe(100)
  expect(percentOf(noProgress(0))).toBe(0)
  expect(percentOf({ sentBytes: 1200, totalBytes: 1000, samples: [] })).toBe(100)
})
