import { expect, test } from 'vitest'
import {
  addProgress,
  createUploadProgress,
  percentOf,
  remainingSecondsOf,
  resetSpeed,
  SPEED_WINDOW_MS,
  speedOf,
} from '../../../src/machines/upload/upload-progress.ts'

const started = addProgress(createUploadProgress(1000), 0, 1000, 0)

test('computes speed and remaining time from the progress reports of the last five seconds', () => {
  const progress = addProgress(started, 400, 1000, 1000)
  expect([speedOf(progress), remainingSecondsOf(progress), percentOf(progress)]).toEqual([400, 2, 40])
})

test('returns no speed in the first half second, and no remaining time without progress', () => {
  expect(speedOf(started)).toBe(undefined)
  expect(speedOf(addProgress(started, 100, 1000, 499))).toBe(undefined)
  expect(speedOf(addProgress(started, 100, 1000, 500))).toBe(200)
  expect(remainingSecondsOf(addProgress(started, 0, 1000, 900))).toBe(undefined)
  const lateProgress = addProgress(createUploadProgress(1000), 0, 1000, 10_000)
  expect(speedOf(addProgress(lateProgress, 100, 1000, 10_499))).toBe(undefined)
})

test('rounds a remaining time of less than a second up to one second', () => {
  expect(remainingSecondsOf(addProgress(started, 999, 1000, 1000))).toBe(1)
  expect(remainingSecondsOf(addProgress(started, 1000, 1000, 1000))).toBe(1)
})

test('ignores progress reports older than five seconds in the speed', () => {
  const slow = addProgress(started, 100, 1000, SPEED_WINDOW_MS)
  const fast = addProgress(slow, 700, 1000, SPEED_WINDOW_MS + 1000)
  expect(fast.samples).toEqual([
    { at: SPEED_WINDOW_MS, sentBytes: 100 },
    { at: SPEED_WINDOW_MS + 1000, sentBytes: 700 },
  ])
  expect(speedOf(fast)).toBe(600)
})

test('restarts the speed measurement when a resumed upload starts further back', () => {
  const before = addProgress(started, 800, 1000, 1000)
  expect(addProgress(before, 500, 1000, 1100)).toEqual({
    sentBytes: 500,
    totalBytes: 1000,
    samples: [{ at: 1100, sentBytes: 500 }],
  })
})

test('starts at zero, and includes a progress report without new bytes in the speed', () => {
  expect(createUploadProgress(10)).toEqual({ sentBytes: 0, totalBytes: 10, samples: [] })
  expect([speedOf(createUploadProgress(10)), remainingSecondsOf(createUploadProgress(10))]).toEqual([
    undefined,
    undefined,
  ])
  const unchangedProgress = addProgress(addProgress(started, 400, 1000, 1000), 400, 1000, 2000)
  expect(speedOf(unchangedProgress)).toBe(200)
})

test('includes a progress report that is exactly five seconds old in the speed', () => {
  expect(speedOf(addProgress(started, 500, 1000, SPEED_WINDOW_MS))).toBe(100)
})

test('discards the speed and keeps the bytes when the upload stalls', () => {
  expect(resetSpeed(addProgress(started, 400, 1000, 1000))).toEqual({ sentBytes: 400, totalBytes: 1000, samples: [] })
})

test('shows 100 percent only after the last byte, and 0 for an empty file', () => {
  expect(percentOf({ sentBytes: 999, totalBytes: 1000, samples: [] })).toBe(99)
  expect(percentOf({ sentBytes: 1000, totalBytes: 1000, samples: [] })).toBe(100)
  expect(percentOf(createUploadProgress(0))).toBe(0)
  expect(percentOf({ sentBytes: 1200, totalBytes: 1000, samples: [] })).toBe(100)
})
