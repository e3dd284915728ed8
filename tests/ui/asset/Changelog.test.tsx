// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ChangelogEntry } from '../../../src/api/contract/assets.ts'
import { Changelog } from '../../../src/ui/asset/Changelog.tsx'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Language } from '../../../src/ui/language.ts'
import { translateIn } from '../../support/translate.ts'

afterEach(cleanup)

type Changes = ChangelogEntry['changes']

const show = (
  action: string,
  changes: Changes,
  { email, language = 'en' }: { email?: string; language?: Language } = {},
) => {
  const entry = { id: 'e1', at: '2026-01-02T03:04:05Z', actor: { id: 'u1', ...(email && { email }) }, action, changes }
  render(
    <AtelierContext value={{ language, translate: translateIn(language) } as never}>
      <Changelog history={[entry]} />
    </AtelierContext>,
  )
  return screen.getByRole('listitem').querySelector('p')?.textContent
}

const name = { field: 'name', before: 'Boot', after: 'Peat Boot' }

test.each<[string, string, Changes, string]>([
  ['its making', 'created', [name], 'ada@atelier.example created this asset'],
  ['a name', 'updated', [name], 'ada@atelier.example renamed itName Boot → Peat Boot'],
  [
    'several things, of which a reader is shown what can be read',
    'updated',
    [{ field: 'type', before: 'top', after: 'outfit' }, { field: 'iconUrl' }, { field: 'tags' }],
    'ada@atelier.example changed the type, replaced the icon, changed the tagsType Top → Outfit',
  ],
  [
    'a model with the numbers that follow from it',
    'updated',
    [{ field: 'modelUrl' }, { field: 'stats' }],
    'ada@atelier.example replaced the model',
  ],
  [
    'that everyone may see it',
    'updated',
    [{ field: 'defaultAuthorized', after: true }],
    'ada@atelier.example gave public access',
  ],
  [
    'that not everyone may see it any more, with what else changed',
    'updated',
    [{ field: 'tags' }, { field: 'defaultAuthorized', before: true }],
    'ada@atelier.example changed the tags, ended public access',
  ],
  ['what has no word of its own', 'updated', [{ field: 'bodyId' }], 'ada@atelier.example changed this asset'],
  ['a lock', 'locked', [{ field: 'locked', before: false, after: true }], 'ada@atelier.example locked it'],
  ['an action that is not known yet', 'copied', [], 'ada@atelier.example copied'],
  ['what came back', 'restored', [{ field: 'name', after: 'Boot' }], 'ada@atelier.example restored it from the trash'],
])('activity tells who did what: %s', (_, action, changes, sentence) => {
  expect(show(action, changes, { email: 'ada@atelier.example' })).toBe(sentence)
})

test('who has no address to show is a team member; German says it in its own words', () => {
  expect(show('updated', [name])).toContain('A team member renamed it')
  expect(screen.getByRole('heading', { name: 'Activity' })).toBeTruthy()
  cleanup()
  expect(show('updated', [name, { field: 'tags' }], { language: 'de' })).toContain(
    'Ein Teammitglied hat es umbenannt, hat die Tags geändert',
  )
})
