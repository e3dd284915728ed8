import { expect, test } from 'vitest'
import { relativeTime } from '../../src/ui/relative-time.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test('A moment ago is told in the words of each language, briefly where there is little room', () => {
  const threeMinutes = '2026-11-21T11:57:00Z'
  expect([
    relativeTime('2026-11-21T11:59:58Z', NOW, 'en'),
    relativeTime(threeMinutes, NOW, 'en'),
    relativeTime(threeMinutes, NOW, 'en', 'narrow'),
    relativeTime(threeMinutes, NOW, 'de'),
    relativeTime(threeMinutes, NOW, 'de', 'narrow'),
  ]).toEqual(['now', '3 min ago', '3 min ago', 'vor 3 Min.', 'vor 3 Min.'])
})

test('A week and more gives the day, with its year where that is another', () => {
  expect([
    relativeTime('2026-11-14T11:00:00Z', NOW, 'en'),
    relativeTime('2024-11-14T11:00:00Z', NOW, 'en'),
    relativeTime('2026-11-14T11:00:00Z', NOW, 'de'),
  ]).toEqual(['14 Nov', '14 Nov 2024', '14. Nov.'])
})
