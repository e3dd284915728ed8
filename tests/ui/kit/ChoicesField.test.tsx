// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ChoicesField } from '../../../src/ui/kit/ChoicesField.tsx'
import './support.ts'

const TAGS = [
  { id: 't1', label: 'winter' },
  { id: 't2', label: 'boots' },
]
let heard: string[][]

afterEach(cleanup)

function Bench({ start = [] }: { start?: string[] }) {
  const [ids, setIds] = useState(start)
  return (
    <ChoicesField
      label="Tags"
      placeholder="Add a tag"
      items={TAGS}
      value={ids.map((id) => TAGS.find((tag) => tag.id === id)!)}
      onChange={(next) => {
        heard.push(next)
        setIds(next)
      }}
      words={{ removeOf: (label) => `Remove ${label}`, show: 'Show tags', none: 'No Results' }}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' })

test('what is chosen from the list becomes a chip and the field is free for the next', () => {
  heard = []
  render(<Bench />)
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'win' } })
  fireEvent.click(screen.getByRole('option', { name: 'winter' }))
  expect([heard, field().value]).toEqual([[['t1']], ''])
  expect(screen.getByRole('button', { name: 'Remove winter' })).toBeTruthy()
})

test('a chip goes by its button, the last one by Backspace in the empty field', () => {
  heard = []
  render(<Bench start={['t1', 't2']} />)
  fireEvent.click(screen.getByRole('button', { name: 'Remove winter' }))
  fireEvent.keyDown(field(), { key: 'Backspace' })
  expect(heard).toEqual([['t2'], []])
})

test('a list without a match says so', () => {
  heard = []
  render(<Bench />)
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'zzz' } })
  expect(screen.getByText('No Results')).toBeTruthy()
})

test('the list that focus opened stays while the page scrolls to the field, and goes with Escape', () => {
  heard = []
  const { container } = render(<Bench />)
  act(() => field().focus())
  expect(screen.getAllByRole('option')).toHaveLength(2)
  fireEvent.scroll(container)
  fireEvent.scroll(document)
  expect(screen.getAllByRole('option')).toHaveLength(2)
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('the list goes when a screen reader dismisses it, even after a scroll', async () => {
  heard = []
  render(<Bench />)
  act(() => field().focus())
  fireEvent.scroll(document)
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('the list goes when the keyboard leaves the field', () => {
  heard = []
  render(<Bench />)
  act(() => field().focus())
  act(() => field().blur())
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('what is typed stays while whoever shows the field is drawn anew, with other things to choose', () => {
  const shown = (items: typeof TAGS) => (
    <ChoicesField
      label="Tags"
      placeholder="Add a tag"
      items={items}
      value={[TAGS[0]!]}
      onChange={() => {}}
      words={{ removeOf: (label) => `Remove ${label}`, show: 'Show tags', none: 'No Results' }}
    />
  )
  const { rerender } = render(shown(TAGS))
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'kiln' } })
  rerender(shown([...TAGS, { id: 'new', label: 'Create “kiln”' }]))
  expect(field().value).toBe('kiln')
  expect(screen.getByRole('option', { name: 'Create “kiln”' })).toBeTruthy()
})

test('Enter takes the first that matches what was typed, and leaves what matches nothing where it is', () => {
  heard = []
  render(<Bench start={['t1']} />)
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: 'bo' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([heard, field().value]).toEqual([[['t1', 't2']], ''])
  fireEvent.change(field(), { target: { value: 'zzz' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([heard.length, field().value]).toEqual([1, 'zzz'])
  // What is chosen already is not chosen twice, nor taken back.
  fireEvent.change(field(), { target: { value: 'win' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([heard.length, field().value]).toEqual([1, 'win'])
})

test('Enter right after the last letter, before the list was narrowed, takes what was typed and nothing else', () => {
  heard = []
  render(<Bench />)
  act(() => field().focus())
  act(() => {
    fireEvent.change(field(), { target: { value: 'Bö' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
  })
  expect(heard).toEqual([['t2']])
})
