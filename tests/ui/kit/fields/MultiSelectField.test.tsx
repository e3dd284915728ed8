// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { MultiSelectField } from '../../../../src/ui/kit/fields/MultiSelectField.tsx'
import '../support.ts'

const TAGS = [
  { id: 't1', label: 'winter' },
  { id: 't2', label: 'boots' },
]
let changes: string[][]

function StatefulMultiSelect({ start = [] }: { start?: string[] }) {
  const [ids, setIds] = useState(start)
  return (
    <MultiSelectField
      label="Tags"
      placeholder="Add a tag"
      items={TAGS}
      value={ids.map((id) => TAGS.find((tag) => tag.id === id)!)}
      onChange={(next) => {
        changes.push(next)
        setIds(next)
      }}
      words={{ removeOf: (label) => `Remove ${label}`, show: 'Show tags', none: 'No Results' }}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' })

test('turns a choice from the list into a chip and clears the field', () => {
  changes = []
  render(<StatefulMultiSelect />)
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'win' } })
  fireEvent.click(screen.getByRole('option', { name: 'winter' }))
  expect([changes, field().value]).toEqual([[['t1']], ''])
  expect(screen.getByRole('button', { name: 'Remove winter' })).toBeTruthy()
})

test('removes a chip by its button, and the last chip by Backspace in the empty field', () => {
  changes = []
  render(<StatefulMultiSelect start={['t1', 't2']} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove winter' }))
  fireEvent.keyDown(field(), { key: 'Backspace' })
  expect(changes).toEqual([['t2'], []])
})

test('shows a message in the list when no choice matches the typed text', () => {
  changes = []
  render(<StatefulMultiSelect />)
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'zzz' } })
  expect(screen.getByText('No Results')).toBeTruthy()
})

test('keeps the list open while the page scrolls to the focused field, and closes the list on Escape', () => {
  changes = []
  const { container } = render(<StatefulMultiSelect />)
  act(() => field().focus())
  expect(screen.getAllByRole('option')).toHaveLength(2)
  fireEvent.scroll(container)
  fireEvent.scroll(document)
  expect(screen.getAllByRole('option')).toHaveLength(2)
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('closes the list when a screen reader dismisses it, even after a scroll', async () => {
  changes = []
  render(<StatefulMultiSelect />)
  act(() => field().focus())
  fireEvent.scroll(document)
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('closes the list when the field loses the focus', () => {
  changes = []
  render(<StatefulMultiSelect />)
  act(() => field().focus())
  act(() => field().blur())
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('keeps the typed text when the field re-renders with other choices', () => {
  const choicesField = (items: typeof TAGS) => (
    <MultiSelectField
      label="Tags"
      placeholder="Add a tag"
      items={items}
      value={[TAGS[0]!]}
      onChange={() => {}}
      words={{ removeOf: (label) => `Remove ${label}`, show: 'Show tags', none: 'No Results' }}
    />
  )
  const { rerender } = render(choicesField(TAGS))
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'kiln' } })
  rerender(choicesField([...TAGS, { id: 'new', label: 'Create “kiln”' }]))
  expect(field().value).toBe('kiln')
  expect(screen.getByRole('option', { name: 'Create “kiln”' })).toBeTruthy()
})

test('Enter selects the first match, and keeps the text if nothing matches', () => {
  changes = []
  render(<StatefulMultiSelect start={['t1']} />)
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'bo' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([changes, field().value]).toEqual([[['t1', 't2']], ''])
  fireEvent.change(field(), { target: { value: 'zzz' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([changes.length, field().value]).toEqual([1, 'zzz'])
  fireEvent.change(field(), { target: { value: 'win' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([changes.length, field().value]).toEqual([1, 'win'])
})

test('Enter pressed before the list is filtered still selects the match of the typed text', () => {
  changes = []
  render(<StatefulMultiSelect />)
  act(() => field().focus())
  act(() => {
    fireEvent.change(field(), { target: { value: 'Bö' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
  })
  expect(changes).toEqual([['t2']])
})
