// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { FilterButton } from '../../../src/ui/kit/FilterButton.tsx'
import { NumberField } from '../../../src/ui/kit/NumberField.tsx'
import type { Choice } from '../../../src/ui/kit/Option.tsx'
import { part } from '../../../src/ui/kit/part.ts'
import type { SearchListProps } from '../../../src/ui/kit/SearchList.tsx'
import { Swatches } from '../../../src/ui/kit/Swatches.tsx'
import { useDropdown } from '../../../src/ui/kit/use-dropdown.ts'
import { press } from './support.ts'

const searchPopover = part(async () => (await import('../../../src/ui/kit/SearchPopover.tsx')).SearchPopover)

/** A button and what it opens, as the filter bar has them. */
function FilterSearch(props: SearchListProps & { chosen: readonly Choice[]; most?: number | undefined }) {
  const { chosen, most, ...list } = props
  const { button, Part, opening } = useDropdown(searchPopover, 'dialog')
  return (
    <>
      <FilterButton button={button} label={list.label} chosen={chosen.map(({ label }) => label)} most={most} />
      {Part && <Part {...list} {...opening} />}
    </>
  )
}

const PLANTS: Choice[] = [
  { id: 'f', label: 'Fern' },
  { id: 'm', label: 'Moss' },
  { id: 'r', label: 'Reed' },
]

function Harness({ multiple = true, start = [], most }: { multiple?: boolean; start?: string[]; most?: number }) {
  const [value, setValue] = useState(start)
  const [text, setText] = useState('')
  return (
    <>
      <FilterSearch
        label="Plant"
        items={PLANTS.filter(({ label }) => label.toLowerCase().includes(text))}
        chosen={PLANTS.filter(({ id }) => value.includes(id))}
        value={value}
        onChange={setValue}
        multiple={multiple}
        most={most}
        text={text}
        onText={setText}
        isBusy={false}
        emptyText="No Results"
        clearText="Clear"
        clearLabel="Clear Plant"
      />
      <output aria-label="chosen">{value.join(' ')}</output>
    </>
  )
}

function Count({ heard }: { heard: number[] }) {
  const [value, setValue] = useState(2)
  heard.push(value)
  return <NumberField label="Place" value={value} onChange={setValue} min={1} lessLabel="Less" moreLabel="More" />
}

function Colour() {
  const [value, setValue] = useState<'olive' | 'lake'>('olive')
  return (
    <Swatches
      label="Colour"
      items={[
        { id: 'olive', label: 'Olive' },
        { id: 'lake', label: 'Lake' },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

afterEach(cleanup)

const count = () => trigger().querySelector('[data-count]')?.getAttribute('data-count')
const chosen = () => screen.getByLabelText('chosen', { selector: 'output' }).textContent
const trigger = () => screen.getByRole('button', { name: /^Plant/ })
const field = () => screen.getByRole('combobox', { name: 'Plant' })
const open = async () => {
  press(trigger(), 'Enter')
  await screen.findByRole('combobox')
}
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

describe('SearchPopover with its FilterButton and SearchList', () => {
  test('it names what is chosen, and counts what it does not name', () => {
    render(<Harness start={['f', 'm', 'r']} most={1} />)
    expect([trigger().textContent, count()]).toEqual(['Fern', '+2'])
    expect(trigger().getAttribute('aria-label')).toBe('Plant: Fern, Moss, Reed')
    cleanup()
    render(<Harness start={['f', 'm']} />)
    expect([trigger().textContent, count()]).toEqual(['Fern, Moss', '2'])
  })

  test('what is typed narrows the list, arrows and Enter choose while the field keeps the focus', async () => {
    render(<Harness />)
    await open()
    expect(document.activeElement).toBe(field())
    type('mo')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Moss'])
    press(field(), 'ArrowDown')
    press(field(), 'Enter')
    expect(chosen()).toBe('m')
    expect(document.activeElement).toBe(field())
  })

  test('the field is a combobox that says which list it opens, so that the list needs no place of its own among the tab stops', async () => {
    render(<Harness />)
    await open()
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    expect(field().getAttribute('aria-expanded')).toBe('true')
    press(field(), 'ArrowDown')
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Fern' }).id)
    expect(document.activeElement).toBe(field())
  })

  test('what was chosen and is not on offer stays chosen', async () => {
    render(<Harness start={['f']} />)
    await open()
    type('mo')
    fireEvent.click(screen.getByRole('option', { name: 'Moss' }))
    expect(chosen()).toBe('f m')
    fireEvent.click(screen.getByRole('option', { name: 'Moss' }))
    expect(chosen()).toBe('f')
  })

  test('one value closes the list, several leave it open; Escape keeps them', async () => {
    render(<Harness multiple={false} />)
    await open()
    fireEvent.click(screen.getByRole('option', { name: 'Reed' }))
    expect(chosen()).toBe('r')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    cleanup()
    render(<Harness start={['m']} />)
    await open()
    fireEvent.click(screen.getByRole('option', { name: 'Reed' }))
    expect(screen.getByRole('listbox')).toBeTruthy()
    press(field(), 'Escape')
    expect(chosen()).toBe('m r')
  })

  test('a search without results says so, aloud too', async () => {
    render(<Harness />)
    await open()
    type('oak')
    expect(screen.getByRole('listbox').textContent).toBe('No Results')
    const said = screen.getAllByRole('status', { hidden: true }).map((status) => status.textContent)
    expect(said).toContain('No Results')
  })

  test('Clear unsets the filter and closes', async () => {
    render(<Harness start={['f', 'm']} />)
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen()).toBe('')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })
})

describe('NumberField', () => {
  test('its buttons and arrows count, and it goes no lower than its least', () => {
    const heard: number[] = []
    render(<Count heard={heard} />)
    press(screen.getByRole('textbox', { name: 'Place' }), 'ArrowUp')
    press(screen.getByRole('textbox', { name: 'Place' }), 'ArrowDown')
    press(screen.getByRole('textbox', { name: 'Place' }), 'ArrowDown')
    press(screen.getByRole('textbox', { name: 'Place' }), 'ArrowDown')
    expect([...new Set(heard)]).toEqual([2, 3, 1])
    expect(screen.getByRole('button', { name: /^Less/ })).toHaveProperty('disabled', true)
  })
})

describe('Swatches', () => {
  test('are one choice of named hues; the arrows walk them', () => {
    render(<Colour />)
    expect(screen.getByRole('radiogroup', { name: 'Colour' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Lake' }))
    expect(screen.getByRole('radio', { name: 'Lake' })).toHaveProperty('checked', true)
    press(screen.getByRole('radio', { name: 'Lake' }), 'ArrowRight')
    expect(screen.getByRole('radio', { name: 'Olive' })).toHaveProperty('checked', true)
  })
})
