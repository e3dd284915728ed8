// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { SuggestedTags } from '../../../src/ui/new-asset/SuggestedTags.tsx'
import { createTranslateFor } from '../../support/translate.ts'

const TAGS = ['Winter', 'Boots', 'Summer'].map((label) => ({ id: label.toLowerCase(), label }))

function show(hasMore: boolean, chosen: string[] = [], onRemove?: (id: string) => void, ofAll: string[] = []) {
  const searches: string[] = []
  const added: string[] = []
  const load = async (search: string) => {
    searches.push(search)
    const items = TAGS.filter(({ id }) => search !== '' && id.includes(search))
    return { items: hasMore ? items : TAGS, hasMore }
  }
  render(
    <AtelierContext value={{ translate: createTranslateFor('en') } as never}>
      <SuggestedTags
        model={{ fileName: 'winter-boot.glb', parts: [] }}
        load={load}
        chosen={chosen}
        ofAll={ofAll}
        onAdd={({ id }) => added.push(id)}
        onRemove={onRemove}
      />
    </AtelierContext>,
  )
  return { searches, added }
}

test('suggests tags from the file name except those already selected', async () => {
  const { searches, added } = show(false, ['boots'])
  const button = await screen.findByRole('button', { name: 'Winter' })
  expect(screen.getAllByRole('button').length).toBe(1)
  button.click()
  expect([searches, added]).toEqual([[''], ['winter']])
})

test('searches tags by each word of the file name when not all tags fit one page', async () => {
  const { searches } = show(true)
  await screen.findByRole('button', { name: 'Boots' })
  expect(searches).toEqual(['', 'winter', 'boot'])
})

test('shows selected tags, deleted tags included, as buttons that remove the tag if removal is offered', async () => {
  const removed: string[] = []
  const { added } = show(false, ['boots', 'summer', 'gone'], (id) => removed.push(id))
  await screen.findByRole('button', { name: 'Winter' })
  const buttons = screen.getAllByRole('button')
  expect(buttons.map((it) => [it.textContent, it.getAttribute('aria-pressed')])).toEqual([
    ['Winter', 'false'],
    ['Boots', 'true'],
    ['Summer', 'true'],
    ['a deleted tag', 'true'],
  ])
  for (const button of buttons) button.click()
  expect([added, removed]).toEqual([['winter'], ['boots', 'summer', 'gone']])
})

test('omits suggestions that are shared tags, but shows the asset’s own tags for removal', async () => {
  show(false, ['boots'], () => {}, ['winter', 'boots'])
  await screen.findByRole('button', { name: 'Boots' })
  expect(screen.queryByRole('button', { name: 'Winter' })).toBeNull()
})
