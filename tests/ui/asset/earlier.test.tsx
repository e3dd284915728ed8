// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ChangelogEntry } from '../../../src/api/contract/assets.ts'
import type { Entries } from '../../../src/ui/asset/asset-work.ts'
import { Changelog } from '../../../src/ui/asset/Changelog.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import { translateIn } from '../../support/translate.ts'
import { offline } from './support.tsx'

afterEach(cleanup)

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

/** Shows a history that goes on, and what was asked of the rest. */
function open(history: ChangelogEntry[], earlier?: { cursor: string; total: number }) {
  const asked: { cursor: string; answer: (part: Entries) => Promise<void>; fail: () => Promise<void> }[] = []
  const entriesAfter = (cursor: string) =>
    new Promise<Entries>((resolve, reject) =>
      asked.push({
        cursor,
        answer: (part) => act(async () => resolve(part)),
        fail: () => act(async () => reject(offline())),
      }),
    )
  const reverted: string[] = []
  const draw = (shown: ChangelogEntry[], where = earlier) => (
    <AtelierContext value={{ language: 'en', session, translate: translateIn('en') } as never}>
      <Changelog
        page={{ history: shown, tags: [], applications: [], bodies: [], ...(where && { earlier: where }) }}
        work={{ entriesAfter }}
        onRevert={(id) => reverted.push(id)}
      />
    </AtelierContext>
  )
  const { rerender } = render(draw(history))
  return { asked, reverted, show: (...args: Parameters<typeof draw>) => rerender(draw(...args)) }
}

const told = () => [...document.querySelectorAll('li ins')].map((it) => it.textContent)
const more = () => screen.queryByRole('button', { name: 'Show earlier' })
const pressMore = () => act(async () => fireEvent.click(more()!))
const count = () => screen.getByRole('status').textContent

test('a history that came whole has no way to more', () => {
  open(entries(3, 1))
  expect([more(), screen.queryByRole('status')]).toEqual([null, null])
})

test('earlier entries come part by part below the others, counted, and the button keeps the focus until the end', async () => {
  const { asked } = open(entries(6, 5), { cursor: 'c5', total: 6 })
  expect(count()).toBe('2 of 6')
  more()!.focus()
  await pressMore()
  expect(asked.map(({ cursor }) => cursor)).toEqual(['c5'])
  await asked[0]!.answer({ entries: entries(4, 3), next: 'c3' })
  expect([told(), count(), document.activeElement]).toEqual([['Cap 6', 'Cap 5', 'Cap 4', 'Cap 3'], '4 of 6', more()])
  await pressMore()
  // What has come already is not asked for again.
  expect(asked.map(({ cursor }) => cursor)).toEqual(['c5', 'c3'])
  await asked[1]!.answer({ entries: entries(2, 1) })
  expect([told().length, count(), more()]).toEqual([6, '6 of 6', null])
  expect(document.activeElement).toBe(screen.getByRole('status'))
})

test('the days go on, and an earlier entry can be gone back to', async () => {
  const { asked, reverted } = open([entry(4)], { cursor: 'c', total: 2 })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  await pressMore()
  await asked[0]!.answer({ entries: [entry(1)] })
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /Restore the version of/ }))
  expect(reverted).toEqual(['e1'])
})

test('what happens meanwhile stands above, and no entry is missed or told twice', async () => {
  const { asked, show } = open(entries(5, 4), { cursor: 'c4', total: 5 })
  await pressMore()
  await asked[0]!.answer({ entries: entries(3, 1) })
  await act(async () => show(entries(6, 5), { cursor: 'c5', total: 6 }))
  expect(asked.map(({ cursor }) => cursor)).toEqual(['c4', 'c5'])
  await asked[1]!.answer({ entries: entries(5, 1) })
  expect(told()).toEqual(entries(6, 1).map(({ changes }) => changes[0]!.after))
})

test('those that do not come say so, and are asked for again by the same button', async () => {
  const { asked } = open([entry(2)], { cursor: 'c', total: 2 })
  await pressMore()
  await asked[0]!.fail()
  expect(screen.getByRole('alert').textContent).toMatch(/^Atelier can’t reach/)
  await pressMore()
  await asked[1]!.answer({ entries: [entry(1)] })
  expect([told(), screen.queryByRole('alert')]).toEqual([['Cap 2', 'Cap 1'], null])
})
