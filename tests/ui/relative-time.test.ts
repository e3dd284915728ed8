import { expect, test } from 'vitest'
import { formatRelativeTime } from '../../src/ui/relative-time.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test('formats a time of the last minutes relative to now, in each language and style', () => {
  const threeMinutes = '2026-11-21T11:57:00Z'
  expect([
    formatRelativeTime('2026-11-21T11:59:58Z', NOW, 'en'),
    formatRelativeTime(threeMinutes, NOW, 'en'),
    formatRelativeTime(threeMinutes, NOW, 'en', 'narrow'),
    formatRelativeTime(threeMinutes, NOW, 'de'),
    formatRelativeTime(threeMinutes, NOW, 'de', 'narrow'),
  ]).toEqual(['now', '3 min ago', '3 min ago', 'vor 3 Min.', 'vor 3 Min.'])
})

test('formats a time of a week ago or earlier as a date, with the year unless it is the current year', () => {
  expect([
    formatRelativeTime('2026-11-14T10:00:00Z', NOW, 'en'),
    formatRelativeTime('2024-11-14T10:00:00Z', NOW, 'en'),
    formatRelativeTime('2026-11-14T10:00:00Z', NOW, 'de'),
  ]).toEqual(['14 Nov', '14 Nov 2024', '14. Nov.'])
})
