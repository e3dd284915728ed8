// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { FilterButton } from '../../../../src/ui/kit/FilterButton.tsx'
import type { Choice } from '../../../../src/ui/kit/fields/ListBoxOption.tsx'
import { NumberField } from '../../../../src/ui/kit/fields/NumberField.tsx'
import type { SearchListProps } from '../../../../src/ui/kit/fields/SearchList.tsx'
import { SwatchPicker } from '../../../../src/ui/kit/fields/SwatchPicker.tsx'
import { lazyModule } from '../../../../src/ui/kit/loading/lazy-module.ts'
import { useDropdown } from '../../../../src/ui/kit/overlays/use-dropdown.ts'
import { pressKey } from '../support.ts'

const searchPopover = lazyModule(
  async () => (await import('../../../../src/ui/kit/fields/SearchPopover.tsx')).SearchPopover,
)

function FilterSearch(props: SearchListProps & { chosen: readonly Choice[]; maxNamed?: number | undefined }) {
  const { chosen, maxNamed, ...list } = props
  const { button, Content, opening } = useDropdown(searchPopover, 'dialog')
  return (
    <>
      <FilterButton button={button} label={list.label} chosen={chosen.map(({ label }) => label)} maxNamed={maxNamed} />
      {Content && <Content {...list} {...opening} />}
    </>
  )
}

const PLANTS: Choice[] = [
  { id: 'f', label: 'Fern' },
  { id: 'm', label: 'Moss' },
  { id: 'r', label: 'Reed' },
]

function StatefulFilterSearch({
  multiple = true,
  start = [],
  maxNamed,
}: {
  multiple?: boolean
  start?: string[]
  maxNamed?: number
}) {
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
        maxNamed={maxNamed}
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

function StatefulNumberField({ values }: { values: number[] }) {
  const [value, setValue] = useState(2)
  values.push(value)
  return <NumberField label="Place" value={value} onChange={setValue} min={1} lessLabel="Less" moreLabel="More" />
}

function StatefulSwatchPicker() {
  const [value, setValue] = useState<'olive' | 'lake'>('olive')
  return (
    <SwatchPicker
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

const countText = () => trigger().querySelector('[data-count]')?.getAttribute('data-count')
const chosen = () => screen.getByLabelText('chosen', { selector: 'output' }).textContent
const trigger = () => screen.getByRole('button', { name: /^Plant/ })
const field = () => screen.getByRole('combobox', { name: 'Plant' })
const open = async () => {
  pressKey(trigger(), 'Enter')
  // The field gets the focus after it is rendered.
  await waitFor(() => expect(document.activeElement).toBe(field()))
}
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

describe('SearchPopover with its FilterButton and SearchList', () => {
  test('names the selected choices on the button up to a limit, and counts the remaining choices', () => {
    render(<StatefulFilterSearch start={['f', 'm', 'r']} maxNamed={1} />)
    expect([trigger().textContent, countText()]).toEqual(['Fern', '+2'])
    expect(trigger().getAttribute('aria-label')).toBe('Plant: Fern, Moss, Reed')
    cleanup()
    render(<StatefulFilterSearch start={['f', 'm']} />)
    expect([trigger().textContent, countText()]).toEqual(['Fern, Moss', '2'])
  })

  test('filters by the typed text, and selects by arrows and Enter while the field keeps the focus', async () => {
    render(<StatefulFilterSearch />)
    await open()
    type('mo')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Moss'])
    pressKey(field(), 'ArrowDown')
    pressKey(field(), 'Enter')
    expect(chosen()).toBe('m')
    expect(document.activeElement).toBe(field())
  })

  test('exposes the field as a combobox that controls the list and keeps the focus', async () => {
    render(<StatefulFilterSearch />)
    await open()
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
    expect(field().getAttribute('aria-expanded')).toBe('true')
    pressKey(field(), 'ArrowDown')
    expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Fern' }).id)
    expect(document.activeElement).toBe(field())
  })

  test('keeps selected choices that are not in the results', async () => {
    render(<StatefulFilterSearch start={['f']} />)
    await open()
    type('mo')
    fireEvent.click(screen.getByRole('option', { name: 'Moss' }))
    expect(chosen()).toBe('f m')
    fireEvent.click(screen.getByRole('option', { name: 'Moss' }))
    expect(chosen()).toBe('f')
  })

  test('closes after a choice if only one choice is allowed, else stays open; Escape keeps the choices', async () => {
    render(<StatefulFilterSearch multiple={false} />)
    await open()
    fireEvent.click(screen.getByRole('option', { name: 'Reed' }))
    expect(chosen()).toBe('r')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    cleanup()
    render(<StatefulFilterSearch start={['m']} />)
    await open()
    fireEvent.click(screen.getByRole('option', { name: 'Reed' }))
    expect(screen.getByRole('listbox')).toBeTruthy()
    pressKey(field(), 'Escape')
    expect(chosen()).toBe('m r')
  })

  test('shows and announces that a search has no results', async () => {
    render(<StatefulFilterSearch />)
    await open()
    type('oak')
    expect(screen.getByRole('listbox').textContent).toBe('No Results')
    const announcements = screen.getAllByRole('status', { hidden: true }).map((status) => status.textContent)
    expect(announcements).toContain('No Results')
  })

  test('“Clear” unsets the filter and closes the list', async () => {
    render(<StatefulFilterSearch start={['f', 'm']} />)
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen()).toBe('')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })
})

describe('NumberField', () => {
  test('changes the value by arrow keys, down to the minimum', () => {
    const values: number[] = []
    render(<StatefulNumberField values={values} />)
    pressKey(screen.getByRole('textbox', { name: 'Place' }), 'ArrowUp')
    pressKey(screen.getByRole('textbox', { name: 'Place' }), 'ArrowDown')
    pressKey(screen.getByRole('textbox', { name: 'Place' }), 'ArrowDown')
    pressKey(screen.getByRole('textbox', { name: 'Place' }), 'ArrowDown')
    expect([...new Set(values)]).toEqual([2, 3, 1])
    expect(screen.getByRole('button', { name: /^Less/ })).toHaveProperty('disabled', true)
  })
})

describe('SwatchPicker', () => {
  test('selects one of several named hues by a press or by arrow keys', () => {
    render(<StatefulSwatchPicker />)
    expect(screen.getByRole('radiogroup', { name: 'Colour' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Lake' }))
    expect(screen.getByRole('radio', { name: 'Lake' })).toHaveProperty('checked', true)
    pressKey(screen.getByRole('radio', { name: 'Lake' }), 'ArrowRight')
    expect(screen.getByRole('radio', { name: 'Olive' })).toHaveProperty('checked', true)
  })
})
