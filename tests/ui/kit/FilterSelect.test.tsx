// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { FilterSelect } from '../../../src/ui/kit/FilterSelect.tsx'
import type { Choice } from '../../../src/ui/kit/Option.tsx'
import { press } from './support.ts'

const TYPES: Choice[] = [
  { id: 'hair', label: 'Hair', pigment: 'sienna' },
  { id: 'top', label: 'Top' },
  { id: 'footwear', label: 'Footwear' },
]

function Harness({ multiple, start }: { multiple: boolean; start: string[] }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <FilterSelect
        label="Type"
        items={TYPES}
        value={value}
        onChange={setValue}
        multiple={multiple}
        clearText="Clear"
      />
      <output>{value.join(' ')}</output>
    </>
  )
}

const chosen = () => screen.getByRole('status', { hidden: true }).textContent
const trigger = () => screen.getByRole('button', { name: /^Type/ })
const open = async (key = 'Enter') => {
  press(trigger(), key)
  await screen.findByRole('listbox')
}
const ticked = () => screen.getAllByRole('option', { selected: true }).map((option) => option.textContent)

afterEach(cleanup)

describe('FilterSelect: its FilterButton and the FilterList in its FilterPopover', () => {
  test('an unset filter shows its name and has nothing to clear', async () => {
    render(<Harness multiple start={[]} />)
    expect(trigger().textContent).toBe('Type')
    await open()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  test('a filter with two values shows both and their number', async () => {
    render(<Harness multiple start={['hair', 'top']} />)
    expect(trigger().textContent).toBe('Hair, Top')
    // Drawn, not said: the button's text is part of what it is called.
    expect(trigger().querySelector('[data-count]')?.getAttribute('data-count')).toBe('2')
    expect(trigger().getAttribute('aria-label')).toBe('Type: Hair, Top')
  })

  test('a filter of many is ticked and unticked by arrows and space and stays open', async () => {
    render(<Harness multiple start={['hair']} />)
    await open()
    expect(document.activeElement?.textContent).toBe('Hair')
    press(document.activeElement!, 'ArrowDown')
    press(document.activeElement!, ' ')
    expect(chosen()).toBe('hair top')
    expect(ticked()).toEqual(['Hair', 'Top'])
    press(document.activeElement!, 'ArrowUp')
    press(document.activeElement!, ' ')
    expect(chosen()).toBe('top')
  })

  test('a filter of one closes with its choice and gives the focus back', async () => {
    render(<Harness multiple={false} start={[]} />)
    await open('ArrowDown')
    press(document.activeElement!, 'End')
    press(document.activeElement!, 'Enter')
    expect(chosen()).toBe('footwear')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(trigger().textContent).toBe('Footwear')
    await waitFor(() => expect(document.activeElement).toBe(trigger()))
  })

  test('Escape closes the list and keeps what was chosen', async () => {
    render(<Harness multiple start={['hair', 'top']} />)
    await open()
    press(document.activeElement!, 'Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(chosen()).toBe('hair top')
  })

  test('Clear unsets the filter and closes', async () => {
    render(<Harness multiple start={['hair', 'top']} />)
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen()).toBe('')
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})
