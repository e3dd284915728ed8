// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApplicationMarks, TimeAgo } from '../../../src/ui/assets/AssetMarks.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { translateIn } from '../../support/translate.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-01T12:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('how long ago something was goes with the time, and nothing ticks once nobody looks', () => {
  const atelier = { language: 'en', translate: translateIn('en') }
  const { unmount } = render(
    <AtelierContext value={atelier as never}>
      <TimeAgo at="2026-11-01T11:58:00Z" />
      <TimeAgo at="2026-11-01T11:00:30Z" />
    </AtelierContext>,
  )
  const said = () => screen.getAllByRole('time').map((it) => it.textContent)
  expect(said()).toEqual(['2 min ago', '59 min ago'])
  expect(vi.getTimerCount()).toBe(1)
  act(() => vi.advanceTimersByTime(60_000))
  expect(said()).toEqual(['3 min ago', '1 hr ago'])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('applications whose names are not known yet leave no tile behind once they are', () => {
  const marks = (names: string[]) => (
    <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
      <ApplicationMarks names={names} />
    </AtelierContext>
  )
  const { container, rerender } = render(marks(['…', '…']))
  rerender(marks(['Harbour Lane', 'Nightmarket']))
  const tiles = [...container.querySelectorAll('[data-shape]')].map((tile) => tile.getAttribute('data-initials'))
  expect(tiles).toEqual(['HL', 'NI'])
})
