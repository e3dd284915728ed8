// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { AssetActivity } from '../../../src/api/contract/audit.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { AssetFeed, FEED_PAGE_ROWS } from '../../../src/ui/activity/AssetFeed.tsx'
import { createFeedCalls } from '../../../src/ui/activity/feed-calls.ts'
import {
  DEFAULT_EVENT_KEYS,
  eventNameOf,
  type FeedSearch,
  parseFeedSearch,
} from '../../../src/ui/activity/feed-search.ts'
import { readAllMessages } from '../../support/translate.ts'
import { createRefusalError, press, showView, VERIFIED_USER } from '../session/support.tsx'

const cap = { id: 'a1', name: 'Cap', type: 'headwear' } as const
const event = (id: string, more: Partial<AssetActivity> = {}): AssetActivity => ({
  ...{ id, at: new Date().toISOString(), key: EVENT_KEYS.created, assetId: 'a1', fields: [], asset: cap },
  ...{ actor: { id: 'u1', name: 'Ada' }, ...more },
})
const eventTexts = () => screen.getAllByRole('listitem').map((line) => line.querySelector('p')!.textContent)

let events: AssetActivity[]
let requests: unknown[]
beforeEach(() => {
  events = [event('1')]
  requests = []
})

function Page({ getError }: { getError?: () => Error | undefined }) {
  const [search, onSearch] = useState<FeedSearch>({})
  return (
    <>
      <AssetFeed
        search={search}
        onSearch={onSearch}
        calls={{
          read: async (feedSearch, limit) => {
            requests.push([feedSearch, limit])
            const error = getError?.()
            if (error) throw error
            return { events: events.slice(0, limit), hasMore: events.length > limit }
          },
          people: null,
          findAssets: async () => ({ data: [] }),
          getAsset: async () => cap,
        }}
      />
      <button type="button" onClick={() => onSearch({ assetId: 'a2' })}>
        Narrow
      </button>
    </>
  )
}

test('groups events by day; shows a purged asset by its id, and an unnamed user as a team member', async () => {
  const { asset: _, ...purged } = event('3', {
    key: EVENT_KEYS.deleted,
    assetId: '0198a1b2-0000-7000-8000-00000000beef',
  })
  const { actor: __, ...byServer } = event('2', {
    ...{ key: EVENT_KEYS.updatedV2, at: '2026-03-01T12:00:00.000Z', fields: ['name'] },
    asset: { ...cap, iconUrl: '/files/cap.png' },
  })
  events = [event('1', { actor: { id: 'u2' } }), purged, byServer]
  await showView(<Page />, {}, VERIFIED_USER)
  await screen.findByText('Ada')
  expect(eventTexts()).toEqual(['A team member added Cap', 'Ada deleted 0198a1b2…beef', 'Atelier renamed Cap'])
  expect(screen.getAllByRole('listitem').map((line) => line.querySelector('img')?.getAttribute('src'))).toEqual([
    undefined,
    undefined,
    '/files/cap.png',
  ])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)[0]).toBe('today')
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBe(2)
  expect(screen.getByText('asset.v2.updated')).toBeTruthy()
})

test('links exported applications and cages of a body, and shows other cages as plain text', async () => {
  const eventOf = (id: string, key: AssetActivity['key'], other: AssetActivity['other']) => {
    const { asset: _, ...rest } = event(id, { key, assetId: 'x1', ...(other && { other }) })
    return rest
  }
  events = [
    eventOf('1', EVENT_KEYS.exported, { kind: 'application', name: 'Harbour Lane' }),
    eventOf('2', EVENT_KEYS.cageMeshUpdated, { kind: 'cage', name: 'Top', bodyId: 'b1' }),
    eventOf('3', EVENT_KEYS.cageMeshUpdated, { kind: 'cage', name: 'Any body' }),
  ]
  await showView(<Page />, {}, VERIFIED_USER)
  await screen.findAllByText('Ada')
  expect(eventTexts()).toEqual([
    'Ada exported Harbour Lane',
    'Ada changed the cage Top',
    'Ada changed the cage Any body',
  ])
  expect(screen.getByRole('link', { name: 'Harbour Lane' }).getAttribute('href')).toContain('x1')
  expect(screen.getByRole('link', { name: 'Top' }).getAttribute('href')).toBe('/bodies/b1')
  expect(screen.queryByRole('link', { name: 'Any body' })).toBe(null)
})

test('appends events on “Show more”, and requests only the first page after a filter change', async () => {
  events = Array.from({ length: FEED_PAGE_ROWS + 1 }, (_, i) => event(String(i)))
  await showView(<Page />, {}, VERIFIED_USER)
  await press('Show more')
  await waitFor(() => expect(eventTexts().length).toBe(FEED_PAGE_ROWS + 1))
  events = []
  await press('Narrow')
  expect(await screen.findByText('Nothing in the last 7 days matches this')).toBeTruthy()
  expect(requests).toEqual([
    [{}, FEED_PAGE_ROWS],
    [{}, 2 * FEED_PAGE_ROWS],
    [{ assetId: 'a2' }, FEED_PAGE_ROWS],
  ])
})

test('shows an error with a retry if the request fails, and a message if there are no events', async () => {
  let isUnreachable = true
  events = []
  await showView(
    <Page getError={() => (isUnreachable ? createRefusalError('INTERNAL', 500) : undefined)} />,
    {},
    VERIFIED_USER,
  )
  expect(await screen.findByRole('alert')).toBeTruthy()
  isUnreachable = false
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Nothing has happened in the last 7 days')).toBeTruthy()
})

test('reads the valid filter parameters of the URL and drops the invalid ones', () => {
  expect(parseFeedSearch({ key: ['asset.v1.locked', 'odd'], userId: 'u', assetId: 1 })).toEqual({
    ...{ key: ['asset.v1.locked'], userId: 'u', assetId: undefined },
  })
  expect(Object.keys(parseFeedSearch({ key: 'odd' }))).toEqual(['key', 'userId', 'assetId'])
})

test('requests the next page until the limit or the last page, and excludes version 1 update events', async () => {
  const queries: Record<string, unknown>[] = []
  const api = {
    audit: {
      events: async ({ query }: { query: Record<string, unknown> }) => {
        queries.push(query)
        return {
          data: [event(String(queries.length))],
          pagination: { nextCursor: queries.length < 3 ? 'c' : undefined },
        }
      },
    },
  }
  const { signal } = new AbortController()
  const feed = await createFeedCalls(api as never, false).read({}, 5, signal)
  expect([feed.events.length, feed.hasMore]).toEqual([3, false])
  expect(queries.map(({ limit, after }) => [limit, after])).toEqual([
    [5, undefined],
    [4, 'c'],
    [3, 'c'],
  ])
  expect(queries[0]!['key']).toEqual(DEFAULT_EVENT_KEYS)
  expect(DEFAULT_EVENT_KEYS).not.toContain('asset.v1.updated')
})

test.each(['en', 'de'] as const)('has a message that names the asset for every event key (%s)', (language) => {
  const messages = readAllMessages(language)
  const messageKeyOf = (eventName: string) => (eventName === 'updated' ? 'home.did.updated' : `event.${eventName}`)
  for (const key of Object.values(EVENT_KEYS))
    expect(messages[messageKeyOf(eventNameOf(key))], key).toMatch(/\{asset\}/)
})
