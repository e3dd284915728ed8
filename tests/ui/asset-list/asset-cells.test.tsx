// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApplicationTiles, UpdatedCell } from '../../../src/ui/asset-list/AssetChips.tsx'
import { TagChips, TagDots } from '../../../src/ui/asset-list/TagChips.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { TimeAgo } from '../../../src/ui/TimeAgo.tsx'
import { createAsset } from '../../support/create-asset.ts'
import { createTranslateFor } from '../../support/translate.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-01T12:00:00Z') })
})

test('relative times update every minute by one timer, which stops on unmount', () => {
  const atelier = { language: 'en', translate: createTranslateFor('en') }
  const { unmount } = render(
    <AtelierContext value={atelier as never}>
      <TimeAgo at="2026-11-01T11:58:00Z" />
      <TimeAgo at="2026-11-01T11:00:30Z" />
    </AtelierContext>,
  )
  const times = () => screen.getAllByRole('time').map((it) => it.textContent)
  expect(times()).toEqual(['2 min ago', '59 min ago'])
  expect(vi.getTimerCount()).toBe(1)
  act(() => vi.advanceTimersByTime(60_000))
  expect(times()).toEqual(['3 min ago', '1 hr ago'])
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('replaces placeholder tiles by initials once the application names are loaded', () => {
  const createTiles = (names: string[]) => (
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <ApplicationTiles names={names} />
    </AtelierContext>
  )
  const { container, rerender } = render(createTiles(['…', '…']))
  rerender(createTiles(['Harbour Lane', 'Nightmarket']))
  const tiles = [...container.querySelectorAll('[data-shape]')].map((tile) => tile.getAttribute('data-initials'))
  expect(tiles).toEqual(['HL', 'NI'])
})

const renderInEnglish = (view: ReactNode) =>
  render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>{view}</AtelierContext>,
  )

test.each([
  [{ id: 'u2', name: 'Ada', email: 'ada@house.example' }, 'Ada'],
  [{ id: 'u2', email: 'ada@house.example' }, 'ada@house.example'],
  [{ id: 'u1', email: 'me@house.example' }, 'You'],
  [{ id: 'u2' }, 'A team member'],
  [undefined, undefined],
])('shows the user who last changed the asset, if known, below the time: %j as %s', (updatedBy, author) => {
  const asset = createAsset({ updatedAt: '2026-11-01T11:58:00Z', ...(updatedBy && { updatedBy }) })
  renderInEnglish(<UpdatedCell asset={asset} me="u1" />)
  const time = screen.getByRole('time')
  expect([time.textContent, time.nextElementSibling?.textContent]).toEqual(['2 min ago', author])
})

const tags = ['winter', 'starter set', 'kiln-fired', 'harbour', 'night'].map((name, at) => ({
  tagId: `t${at}`,
  name,
  color: ['smalt', 'ochre', 'madder', 'lake', 'olive'][at]!,
}))
const colorsIn = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-pigment]')].map((it) => it.getAttribute('data-pigment'))

test('tag chips show two tags in their colours, and the number and names of the hidden tags', () => {
  const { container } = renderInEnglish(<TagChips tags={tags} />)
  expect(colorsIn(container)).toEqual(['smalt', 'ochre'])
  expect(container.textContent).toBe('winterstarter set+3kiln-fired, harbour, night')
})

test('tag dots show up to four colours, and their text names all tags', () => {
  const { container } = renderInEnglish(<TagDots tags={tags} />)
  expect(colorsIn(container)).toEqual(['smalt', 'ochre', 'madder', 'lake'])
  expect(container.textContent).toBe('winter, starter set, kiln-fired, harbour, night')
})
