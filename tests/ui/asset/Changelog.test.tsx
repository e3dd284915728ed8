// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChangelogEntry } from '../../../src/api/contract/assets.ts'
import { Changelog } from '../../../src/ui/asset/Changelog.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Language } from '../../../src/ui/language.ts'
import { createTranslateFor } from '../../support/translate.ts'

type Changes = ChangelogEntry['changes']

const show = (
  action: string,
  changes: Changes,
  { email, language = 'en' }: { email?: string; language?: Language } = {},
) => {
  const actor = { id: 'u1', ...(email && { email }) }
  showHistory([{ id: 'e1', at: '2026-01-02T03:04:05Z', actor, action, changes }], { language })
  return screen.getByRole('listitem').textContent?.replace(/\d\d:\d\d$/, '')
}

const session = {
  getSnapshot: () => ({ context: { data: { _id: 'me' } } }),
  subscribe: () => ({ unsubscribe() {} }),
}
const TAGS = [{ tagId: 't1', name: 'winter', color: 'lake', assetCount: 1 }]
const APPLICATIONS = [{ id: 'a1', name: 'Harbour Lane' }] as never

const showHistory = (
  history: ChangelogEntry[],
  { language = 'en', onRevert }: { language?: Language; onRevert?: (entryId: string) => void } = {},
) =>
  render(
    <AtelierContext value={{ language, session, translate: createTranslateFor(language) } as never}>
      <Changelog
        page={{ history, tags: TAGS, applications: APPLICATIONS, bodies: [{ id: 'b1', name: 'Fern' }] }}
        work={{ entriesAfter: () => Promise.reject() }}
        onRevert={onRevert}
      />
    </AtelierContext>,
  )

const name = { field: 'name', before: 'Boot', after: 'Peat Boot' }

test.each<[string, string, Changes, string]>([
  ['a creation', 'created', [name], 'ada@atelier.example created this asset'],
  ['a new name', 'updated', [name], 'ada@atelier.example renamed itName Boot → Peat Boot'],
  [
    'several fields, with values only for readable ones',
    'updated',
    [{ field: 'type', before: 'top', after: 'outfit' }, { field: 'iconUrl' }, { field: 'tags' }],
    'ada@atelier.example changed the type, replaced the icon, changed the tagsType Top → Outfit',
  ],
  [
    'a model, without the statistics derived from it',
    'updated',
    [{ field: 'modelUrl' }, { field: 'stats' }],
    'ada@atelier.example replaced the model',
  ],
  [
    'turning on Public',
    'updated',
    [{ field: 'defaultAuthorized', after: true }],
    'ada@atelier.example turned on Public',
  ],
  [
    'turning off Public, with another change',
    'updated',
    [{ field: 'tags' }, { field: 'defaultAuthorized', before: true }],
    'ada@atelier.example changed the tags, turned off Public',
  ],
  ['a field without a message', 'updated', [{ field: 'parentId' }], 'ada@atelier.example changed this asset'],
  ['a lock', 'locked', [{ field: 'locked', before: false, after: true }], 'ada@atelier.example locked it'],
  ['an unknown action', 'copied', [], 'ada@atelier.example copied'],
  [
    'a restored asset',
    'restored',
    [{ field: 'name', after: 'Boot' }],
    'ada@atelier.example restored it from the trash',
  ],
])('describes an entry by author and change: %s', (_, action, changes, sentence) => {
  expect(show(action, changes, { email: 'ada@atelier.example' })).toBe(sentence)
})

test('calls an author without a name and email address “a team member”, in English and German', () => {
  expect(show('updated', [name])).toContain('A team member renamed it')
  expect(screen.getByRole('heading', { name: 'Activity' })).toBeTruthy()
  cleanup()
  expect(show('updated', [name, { field: 'tags' }], { language: 'de' })).toContain(
    'Ein Teammitglied hat es umbenannt, hat die Tags geändert',
  )
})

test.each<[string, Changes[number], string]>([
  ['tags', { field: 'tags', before: ['t1'], after: ['gone'] }, 'Tags winterTags a deleted tag'],
  [
    'a position in an application',
    {
      field: 'applications',
      before: [{ applicationId: 'a1', isVisible: true, position: 3 }],
      after: [{ applicationId: 'a1', isVisible: false, position: 1 }],
    },
    'Harbour Lane No. 3 → No. 1Harbour Lane Visible → Hidden',
  ],
  ['a body', { field: 'bodyId', before: 'gone', after: 'b1' }, 'changed the bodyBody Another body → Fern'],
  ['a body that was not set before', { field: 'bodyId', after: 'b1' }, 'Body Fern'],
  [
    'a model',
    { field: 'stats', before: { bytes: 61_000, triangles: 2708 }, after: { bytes: 45_000, triangles: 1200 } },
    'Size 59.6 KB → 43.9 KBTriangles 2,708 → 1,200',
  ],
])('shows the old and new values of a change of %s', (_, change, lines) => {
  expect(show('updated', [change])).toContain(lines)
})

const entryOf = (id: string, at: string, action = 'updated', changes: Changes = [name]): ChangelogEntry => ({
  id,
  at,
  action,
  changes,
  actor: { id: 'u1', name: 'Ada Marsh', email: 'ada@atelier.example' },
})

test('groups entries by day, names their authors, and marks entries of the user with “(you)”', () => {
  const today = new Date()
  today.setHours(0, 0, 1, 0)
  const yesterday = new Date(today)
  yesterday.setDate(today.getDate() - 1)
  const ownEntry = { ...entryOf('e2', yesterday.toISOString()), actor: { id: 'me', name: 'Bo Quarry' } }
  showHistory([entryOf('e1', today.toISOString()), ownEntry, entryOf('e3', '2020-01-02T10:00:00Z')])
  expect(screen.getAllByRole('heading', { level: 3 }).map((it) => it.textContent)).toEqual([
    'Today',
    'Yesterday',
    '2 January 2020',
  ])
  const first = within(screen.getByRole('region', { name: 'Today' }))
  expect(first.getByText('Ada Marsh').title).toBe('ada@atelier.example')
  expect(screen.getByText('Bo Quarry (you)')).toBeTruthy()
})

test('offers to restore an older version only to users with permission', () => {
  const reverted: string[] = []
  const history = [entryOf('e2', '2026-01-02T10:00:00Z'), entryOf('e1', '2026-01-01T10:00:00Z', 'created')]
  showHistory(history, { onRevert: (id) => void reverted.push(id) })
  fireEvent.click(screen.getByRole('button', { name: /^Restore the version of 1 January 2026/ }))
  expect(reverted).toEqual(['e1'])
  cleanup()
  showHistory(history)
  expect(screen.queryByRole('button')).toBe(null)
})
