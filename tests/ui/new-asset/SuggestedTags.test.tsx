// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { SuggestedTags } from '../../../src/ui/new-asset/SuggestedTags.tsx'
import { translateIn } from '../../support/translate.ts'

afterEach(cleanup)

const TAGS = ['Winter', 'Boots', 'Summer'].map((label) => ({ id: label.toLowerCase(), label }))

function show(hasMore: boolean, chosen: string[] = [], onRemove?: (id: string) => void, ofAll: string[] = []) {
  const asked: string[] = []
  const added: string[] = []
  const load = async (search: string) => {
    asked.push(search)
    const items = TAGS.filter(({ id }) => search !== '' && id.includes(search))
    return { items: hasMore ? items : TAGS, hasMore }
  }
  render(
    <AtelierContext value={{ translate: translateIn('en') } as never}>
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
  return { asked, added }
}

test('tags that the file’s name suggests are a press away, but for those it has', async () => {
  const { asked, added } = show(false, ['boots'])
  const button = await screen.findByRole('button', { name: 'Winter' })
  expect(screen.getAllByRole('button').length).toBe(1)
  button.click()
  expect([asked, added]).toEqual([[''], ['winter']])
})

test('where there are too many tags to ask for all, those are that have one of the words', async () => {
  const { asked } = show(true)
  await screen.findByRole('button', { name: 'Boots' })
  expect(asked).toEqual(['', 'winter', 'boot'])
})

test('those it has stay where no field shows them, to be taken off, also what was chosen otherwise or is gone', async () => {
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

test('what it gets with all others is not suggested once more; what is put on it alone can be taken off all the same', async () => {
  show(false, ['boots'], () => {}, ['winter', 'boots'])
  await screen.findByRole('button', { name: 'Boots' })
  expect(screen.queryByRole('button', { name: 'Winter' })).toBeNull()
})
