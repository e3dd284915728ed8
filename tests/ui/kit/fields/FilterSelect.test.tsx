// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { FilterSelect } from '../../../../src/ui/kit/fields/FilterSelect.tsx'
import type { Choice } from '../../../../src/ui/kit/fields/ListBoxOption.tsx'
import { pressKey } from '../support.ts'

const TYPES: Choice[] = [
  { id: 'hair', label: 'Hair', pigment: 'sienna' },
  { id: 'top', label: 'Top' },
  { id: 'footwear', label: 'Footwear' },
]

function StatefulFilterSelect({ multiple, start }: { multiple: boolean; start: string[] }) {
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

const chosenIds = () => screen.getByRole('status', { hidden: true }).textContent
const trigger = () => screen.getByRole('button', { name: /^Type/ })
const open = async (key = 'Enter') => {
  pressKey(trigger(), key)
  const list = await screen.findByRole('listbox')
  // The focus moves into the list after the list is rendered.
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true))
}
const selectedOptions = () => screen.getAllByRole('option', { selected: true }).map((option) => option.textContent)

describe('FilterSelect with its FilterButton, FilterPopover and FilterSelectPopover', () => {
  test('without a value shows the name of the filter and no Clear button', async () => {
    render(<StatefulFilterSelect multiple start={[]} />)
    expect(trigger().textContent).toBe('Type')
    await open()
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  test('shows the labels and the number of two selected values', async () => {
    render(<StatefulFilterSelect multiple start={['hair', 'top']} />)
    expect(trigger().textContent).toBe('Hair, Top')
    // CSS renders the number, because text in the button would be part of its accessible name.
    expect(trigger().querySelector('[data-count]')?.getAttribute('data-count')).toBe('2')
    expect(trigger().getAttribute('aria-label')).toBe('Type: Hair, Top')
  })

  test('toggles several choices by arrows and Space, and stays open', async () => {
    render(<StatefulFilterSelect multiple start={['hair']} />)
    await open()
    expect(document.activeElement?.textContent).toBe('Hair')
    pressKey(document.activeElement!, 'ArrowDown')
    pressKey(document.activeElement!, ' ')
    expect(chosenIds()).toBe('hair top')
    expect(selectedOptions()).toEqual(['Hair', 'Top'])
    pressKey(document.activeElement!, 'ArrowUp')
    pressKey(document.activeElement!, ' ')
    expect(chosenIds()).toBe('top')
  })

  test('closes after a choice if only one choice is allowed, and returns the focus to the button', async () => {
    render(<StatefulFilterSelect multiple={false} start={[]} />)
    await open('ArrowDown')
    pressKey(document.activeElement!, 'End')
    pressKey(document.activeElement!, 'Enter')
    expect(chosenIds()).toBe('footwear')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(trigger().textContent).toBe('Footwear')
    await waitFor(() => expect(document.activeElement).toBe(trigger()))
  })

  test('keeps the choices when Escape closes the list', async () => {
    render(<StatefulFilterSelect multiple start={['hair', 'top']} />)
    await open()
    pressKey(document.activeElement!, 'Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(chosenIds()).toBe('hair top')
  })

  test('“Clear” unsets the filter and closes the list', async () => {
    render(<StatefulFilterSelect multiple start={['hair', 'top']} />)
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosenIds()).toBe('')
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})
