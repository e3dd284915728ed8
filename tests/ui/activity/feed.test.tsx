// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AssetActivity } from '../../../src/api/contract/audit.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { AssetFeed, FEED_STEP } from '../../../src/ui/activity/AssetFeed.tsx'
import { feedCalls } from '../../../src/ui/activity/feed-calls.ts'
import { type FeedSearch, feedSearch, happeningOf, TOLD_ONCE } from '../../../src/ui/activity/feed-search.ts'
import { wordsIn } from '../../support/translate.ts'
import { PERSON, press, refusal, show } from '../session/support.tsx'

afterEach(cleanup)

const cap = { id: 'a1', name: 'Cap', type: 'headwear' } as const
const event = (id: string, more: Partial<AssetActivity> = {}): AssetActivity => ({
  ...{ id, at: new Date().toISOString(), key: EVENT_KEYS.created, assetId: 'a1', fields: [], asset: cap },
  ...{ actor: { id: 'u1', name: 'Ada' }, ...more },
})
const told = () => screen.getAllByRole('listitem').map((line) => line.querySelector('p')!.textContent)

let events: AssetActivity[]
let asked: unknown[]
beforeEach(() => {
  events = [event('1')]
  asked = []
})

function Page({ fault }: { fault?: () => Error | undefined }) {
  const [search, onSearch] = useState<FeedSearch>({})
  return (
    <>
      <AssetFeed
        search={search}
        onSearch={onSearch}
        calls={{
          read: async (wanted, most) => {
            asked.push([wanted, most])
            const error = fault?.()
            if (error) throw error
            return { events: events.slice(0, most), hasMore: events.length > most }
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

test('events stand under their days, by name; what has no name goes by its id, who is hidden by none', async () => {
  const { asset: _, ...purged } = event('3', {
    key: EVENT_KEYS.deleted,
    assetId: '0198a1b2-0000-7000-8000-00000000beef',
  })
  const { actor: __, ...byServer } = event('2', {
    ...{ key: EVENT_KEYS.updatedV2, at: '2026-03-01T12:00:00.000Z', fields: ['name'] },
    asset: { ...cap, iconUrl: '/files/cap.png' },
  })
  events = [event('1', { actor: { id: 'u2' } }), purged, byServer]
  await show(<Page />, {}, PERSON)
  await screen.findByText('Ada')
  expect(told()).toEqual(['A team member added Cap', 'Ada deleted 0198a1b2…beef', 'Atelier renamed Cap'])
  expect(screen.getAllByRole('listitem').map((line) => line.querySelector('img')?.getAttribute('src'))).toEqual([
    undefined,
    undefined,
    '/files/cap.png',
  ])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)[0]).toBe('today')
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBe(2)
  expect(screen.getByText('asset.v2.updated')).toBeTruthy()
})

test('what is no asset goes by its own name too, and leads to where it is', async () => {
  const of = (id: string, key: AssetActivity['key'], other: AssetActivity['other']) => {
    const { asset: _, ...rest } = event(id, { key, assetId: 'x1', ...(other && { other }) })
    return rest
  }
  events = [
    of('1', EVENT_KEYS.exported, { kind: 'application', name: 'Harbour Lane' }),
    of('2', EVENT_KEYS.cageMeshUpdated, { kind: 'cage', name: 'Top', bodyId: 'b1' }),
    of('3', EVENT_KEYS.cageMeshUpdated, { kind: 'cage', name: 'Any body' }),
  ]
  await show(<Page />, {}, PERSON)
  await screen.findAllByText('Ada')
  expect(told()).toEqual(['Ada exported Harbour Lane', 'Ada changed the cage Top', 'Ada changed the cage Any body'])
  expect(screen.getByRole('link', { name: 'Harbour Lane' }).getAttribute('href')).toContain('x1')
  expect(screen.getByRole('link', { name: 'Top' }).getAttribute('href')).toBe('/bodies/b1')
  expect(screen.queryByRole('link', { name: 'Any body' })).toBe(null)
})

test('more is shown below what is there, and what is narrowed begins anew', async () => {
  events = Array.from({ length: FEED_STEP + 1 }, (_, i) => event(String(i)))
  await show(<Page />, {}, PERSON)
  await press('Show more')
  await waitFor(() => expect(told().length).toBe(FEED_STEP + 1))
  events = []
  await press('Narrow')
  expect(await screen.findByText('Nothing in the last 7 days matches this')).toBeTruthy()
  expect(asked).toEqual([
    [{}, FEED_STEP],
    [{}, 2 * FEED_STEP],
    [{ assetId: 'a2' }, FEED_STEP],
  ])
})

test('nothing at all is said, and what failed can be asked for again', async () => {
  let isAway = true
  events = []
  await show(<Page fault={() => (isAway ? refusal('INTERNAL', 500) : undefined)} />, {}, PERSON)
  expect(await screen.findByRole('alert')).toBeTruthy()
  isAway = false
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(await screen.findByText('Nothing has happened in the last 7 days')).toBeTruthy()
})

test('the address is read as far as it makes sense, and what does not is taken out of it', () => {
  expect(feedSearch({ key: ['asset.v1.locked', 'odd'], userId: 'u', assetId: 1 })).toEqual({
    ...{ key: ['asset.v1.locked'], userId: 'u', assetId: undefined },
  })
  expect(Object.keys(feedSearch({ key: 'odd' }))).toEqual(['key', 'userId', 'assetId'])
})

test('a change that is told in two versions is asked for once, page after page until there is enough', async () => {
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
  const feed = await feedCalls(api as never, false).read({}, 5, signal)
  expect([feed.events.length, feed.hasMore]).toEqual([3, false])
  expect(queries.map(({ limit, after }) => [limit, after])).toEqual([
    [5, undefined],
    [4, 'c'],
    [3, 'c'],
  ])
  expect(queries[0]!['key']).toEqual(TOLD_ONCE)
  expect(TOLD_ONCE).not.toContain('asset.v1.updated')
})

test.each(['en', 'de'] as const)('every routing key has a sentence (%s)', (language) => {
  const words = wordsIn(language)
  const wordOf = (happening: string) => (happening === 'updated' ? 'home.did.updated' : `event.${happening}`)
  for (const key of Object.values(EVENT_KEYS)) expect(words[wordOf(happeningOf(key))], key).toMatch(/\{asset\}/)
})
