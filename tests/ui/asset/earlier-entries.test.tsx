// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChangelogEntry } from '../../../src/api/contract/assets.ts'
import type { ChangelogSlice } from '../../../src/ui/asset/asset-panel-calls.ts'
import { Changelog } from '../../../src/ui/asset/Changelog.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { createTranslateFor } from '../../support/translate.ts'
import { createOfflineError } from './support.tsx'

const session = {
  getSnapshot: () => ({ context: { data: { _id: 'me' } } }),
  subscribe: () => ({ unsubscribe() {} }),
}
const entry = (n: number): ChangelogEntry => ({
  id: `e${n}`,
  at: new Date(Date.UTC(2026, 0, 1) + n * 36 * 3_600_000).toISOString(),
  actor: { id: 'u1' },
  action: 'updated',
  changes: [{ field: 'name', before: `Cap ${n - 1}`, after: `Cap ${n}` }],
})
const entries = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => entry(from - i))

/** Shows a history with further entries on the server, and records the requests for those entries. */
function open(history: ChangelogEntry[], earlier?: { cursor: string; total: number }) {
  const requests: { cursor: string; respond: (part: ChangelogSlice) => Promise<void>; fail: () => Promise<void> }[] = []
  const entriesAfter = (cursor: string) =>
    new Promise<ChangelogSlice>((resolve, reject) =>
      requests.push({
        cursor,
        respond: (part) => act(async () => resolve(part)),
        fail: () => act(async () => reject(createOfflineError())),
      }),
    )
  const reverted: string[] = []
  const changelog = (shownEntries: ChangelogEntry[], earlierPart = earlier) => (
    <AtelierContext value={{ language: 'en', session, translate: createTranslateFor('en') } as never}>
      <Changelog
        page={{
          history: shownEntries,
          tags: [],
          applications: [],
          bodies: [],
          ...(earlierPart && { earlier: earlierPart }),
        }}
        work={{ entriesAfter }}
        onRevert={(id) => reverted.push(id)}
      />
    </AtelierContext>
  )
  const { rerender } = render(changelog(history))
  return { requests, reverted, show: (...args: Parameters<typeof changelog>) => rerender(changelog(...args)) }
}

const shownNames = () => [...document.querySelectorAll('li ins')].map((it) => it.textContent)
const moreButton = () => screen.queryByRole('button', { name: 'Show earlier' })
const pressMore = () => act(async () => fireEvent.click(moreButton()!))
const countText = () => screen.getByRole('status').textContent

test('shows no “Show earlier” button when the history is complete', () => {
  open(entries(3, 1))
  expect([moreButton(), screen.queryByRole('status')]).toEqual([null, null])
})

test('“Show earlier” appends a page, updates the count, and keeps the focus until the last page', async () => {
  const { requests } = open(entries(6, 5), { cursor: 'c5', total: 6 })
  expect(countText()).toBe('2 of 6')
  moreButton()!.focus()
  await pressMore()
  expect(requests.map(({ cursor }) => cursor)).toEqual(['c5'])
  await requests[0]!.respond({ entries: entries(4, 3), next: 'c3' })
  expect([shownNames(), countText(), document.activeElement]).toEqual([
    ['Cap 6', 'Cap 5', 'Cap 4', 'Cap 3'],
    '4 of 6',
    moreButton(),
  ])
  await pressMore()
  expect(requests.map(({ cursor }) => cursor)).toEqual(['c5', 'c3'])
  await requests[1]!.respond({ entries: entries(2, 1) })
  expect([shownNames().length, countText(), moreButton()]).toEqual([6, '6 of 6', null])
  expect(document.activeElement).toBe(screen.getByRole('status'))
})

test('groups loaded earlier entries by day, and offers to restore their versions', async () => {
  const { requests, reverted } = open([entry(4)], { cursor: 'c', total: 2 })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  await pressMore()
  await requests[0]!.respond({ entries: [entry(1)] })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /Restore the version of/ }))
  expect(reverted).toEqual(['e1'])
})

test('shows all loaded entries without gaps or duplicates after a new entry arrives', async () => {
  const { requests, show } = open(entries(5, 4), { cursor: 'c4', total: 5 })
  await pressMore()
  await requests[0]!.respond({ entries: entries(3, 1) })
  await act(async () => show(entries(6, 5), { cursor: 'c5', total: 6 }))
  expect(requests.map(({ cursor }) => cursor)).toEqual(['c4', 'c5'])
  await requests[1]!.respond({ entries: entries(5, 1) })
  expect(shownNames()).toEqual(entries(6, 1).map(({ changes }) => changes[0]!.after))
})

test('shows an error if earlier entries fail to load, and retries with the same button', async () => {
  const { requests } = open([entry(2)], { cursor: 'c', total: 2 })
  await pressMore()
  await requests[0]!.fail()
  expect(screen.getByRole('alert').textContent).toMatch(/^Atelier can’t reach/)
  await pressMore()
  await requests[1]!.respond({ entries: [entry(1)] })
  expect([shownNames(), screen.queryByRole('alert')]).toEqual([['Cap 2', 'Cap 1'], null])
})
