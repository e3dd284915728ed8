// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { FieldFoot, FieldHead } from '../../../src/ui/kit/fields/FieldParts.tsx'
import { ChoiceIcon, ListBoxOption } from '../../../src/ui/kit/fields/ListBoxOption.tsx'
import { NativeSearchField } from '../../../src/ui/kit/fields/NativeSearchField.tsx'
import { SearchField } from '../../../src/ui/kit/fields/SearchField.tsx'
import { SegmentedControl } from '../../../src/ui/kit/fields/SegmentedControl.tsx'
import { SelectField } from '../../../src/ui/kit/fields/SelectField.tsx'
import { Slider } from '../../../src/ui/kit/fields/Slider.tsx'
import { Switch } from '../../../src/ui/kit/fields/Switch.tsx'
import { TextField } from '../../../src/ui/kit/fields/TextField.tsx'
import { pressKey } from './support.ts'

const descriptionsOf = (element: Element) =>
  element
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean)

describe('TextField', () => {
  test('takes its name from the label and its description from the help text', () => {
    render(<TextField label="Name" description="What people read" />)
    expect(descriptionsOf(screen.getByRole('textbox', { name: 'Name' }))).toEqual(['What people read'])
  })

  test('with an error is invalid, and shows the error in place of the description', () => {
    render(<TextField label="Name" description="What people read" error="A name is needed." />)
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(descriptionsOf(input)).toEqual(['A name is needed.'])
    expect(screen.queryByText('What people read')).toBeNull()
  })

  test('exposes the read-only and the disabled state', () => {
    const { rerender } = render(<TextField label="Name" isReadOnly />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect([input.readOnly, input.closest('[data-readonly]') !== null]).toEqual([true, true])
    rerender(<TextField label="Name" isDisabled />)
    expect([input.readOnly, input.disabled, input.closest('[data-disabled]') !== null]).toEqual([false, true, true])
  })

  test('reports changes and blur of a multi-line field', () => {
    const events: unknown[] = []
    render(
      <TextField label="Why" lines={3} onChange={(text) => events.push(text)} onBlur={() => events.push('left')} />,
    )
    const area = screen.getByRole('textbox', { name: 'Why' })
    expect(area.getAttribute('rows')).toBe('3')
    fireEvent.change(area, { target: { value: 'Because' } })
    fireEvent.blur(area)
    expect(events).toEqual(['Because', 'left'])
  })

  test('shows and hides the password by its button, without submitting the form', () => {
    let submitCount = 0
    render(
      <form onSubmit={() => submitCount++}>
        <TextField label="Password" type="password" reveal={{ show: 'Show password', hide: 'Hide password' }} />
      </form>,
    )
    const input = screen.getByLabelText('Password')
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
    expect(submitCount).toBe(0)
  })
})

function Search({
  Field,
  onChange,
}: {
  Field: typeof NativeSearchField | typeof SearchField
  onChange: (value: string) => void
}) {
  const [value, setValue] = useState('velvet')
  const change = (next: string) => {
    onChange(next)
    setValue(next)
  }
  return <Field label="Search" clearLabel="Clear" value={value} onChange={change} />
}

describe.each([
  ['SearchField', SearchField],
  ['NativeSearchField', NativeSearchField],
])('%s', (_, Field) => {
  test('clears its text by its button and by Escape', () => {
    const events: string[] = []
    render(<Search Field={Field} onChange={(value) => events.push(value)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Clear', hidden: true }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'cap' } })
    pressKey(screen.getByRole('searchbox'), 'Escape')
    expect(events).toEqual(['', 'cap', ''])
  })
})

describe('SelectField', () => {
  test('opens and selects by keyboard, and shows its error', () => {
    expect([FieldHead, FieldFoot, ListBoxOption, ChoiceIcon].every((part) => typeof part === 'function')).toBe(true)
    const events: string[] = []
    render(
      <SelectField
        label="Gender"
        placeholder="Choose"
        value={null}
        onChange={(id) => events.push(id)}
        error="Choose one."
        items={[
          { id: 'female', label: 'Female' },
          { id: 'male', label: 'Male', pigment: 'smalt' },
        ]}
      />,
    )
    const button = screen.getByRole('button', { name: /Gender/ })
    expect(button.textContent).toBe('Choose')
    expect(screen.getByText('Choose one.')).toBeTruthy()
    pressKey(button, 'Enter')
    pressKey(document.activeElement!, 'ArrowDown')
    pressKey(document.activeElement!, 'Enter')
    expect(events).toEqual(['male'])
  })

  test('includes the `note` element in the accessible name', () => {
    const items = [{ id: 'boot', label: 'Footwear' }]
    const chosen = { items, value: 'boot', onChange: () => {}, placeholder: 'Choose' }
    render(<SelectField label="Type" {...chosen} note={<i>Guessed</i>} />)
    expect(screen.getByRole('button', { name: 'Footwear Guessed Type' }).textContent).toBe('Footwear Guessed')
  })
})

describe('Switch, SegmentedControl, Slider', () => {
  test('takes the name of a Switch from its label, and the description from its description text', () => {
    const events: boolean[] = []
    render(<Switch label="Make morphs" description="About 6 minutes" onChange={(on) => events.push(on)} />)
    const input = screen.getByRole('switch', { name: 'Make morphs' })
    expect(descriptionsOf(input)).toEqual(['About 6 minutes'])
    fireEvent.click(input)
    expect(events).toEqual([true])
  })

  test('shows the label of a SegmentedControl only with showsLabel, and names its radio group by the label', () => {
    const items = [{ id: 'grey', label: 'Grey' }]
    const { rerender } = render(<SegmentedControl label="Ground" items={items} value="grey" onChange={() => {}} />)
    expect(screen.queryByText('Ground')).toBe(null)
    rerender(<SegmentedControl label="Ground" items={items} value="grey" onChange={() => {}} showsLabel />)
    expect(screen.getByText('Ground').id).toBe(
      screen.getByRole('radiogroup', { name: 'Ground' }).getAttribute('aria-labelledby'),
    )
  })

  test('exposes a SegmentedControl as a radio group with one checked radio', () => {
    const events: string[] = []
    const items = [
      { id: 'grey', label: 'Grey' },
      { id: 'clear', label: 'Clear' },
    ] as const
    render(<SegmentedControl label="Ground" items={items} value="grey" onChange={(id) => events.push(id)} />)
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('Grey')
    fireEvent.click(screen.getByRole('radio', { name: 'Grey' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Clear' }))
    expect(events.filter((id) => id !== 'grey')).toEqual(['clear'])
  })

  test('a SegmentedControl has one tab stop, moves the focus by arrow keys, and selects only by a press', () => {
    const events: string[] = []
    const items = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
    const createControl = (value: string, isDisabled = false) => (
      <SegmentedControl
        label="Ground"
        items={items}
        value={value}
        onChange={(id) => events.push(id)}
        isDisabled={isDisabled}
      />
    )
    const { rerender } = render(createControl('b'))
    const tabIndexes = () => screen.getAllByRole('radio').map((radio) => radio.tabIndex)
    expect(tabIndexes()).toEqual([-1, 0, -1])
    pressKey(screen.getByRole('radio', { name: 'b' }), 'ArrowRight')
    pressKey(document.activeElement!, 'ArrowDown')
    expect([document.activeElement?.textContent, tabIndexes(), events]).toEqual(['a', [0, -1, -1], []])
    pressKey(document.activeElement!, 'ArrowLeft')
    pressKey(document.activeElement!, 'Enter')
    expect([document.activeElement?.textContent, events]).toEqual(['c', ['c']])
    // Pressing the selected segment reports no change. If the value is unknown, Tab moves to the first segment.
    fireEvent.click(screen.getByRole('radio', { name: 'b' }))
    expect(events).toEqual(['c'])
    act(() => (document.activeElement as HTMLElement).blur())
    rerender(createControl('none', true))
    expect(tabIndexes()).toEqual([0, -1, -1])
    fireEvent.click(screen.getByRole('radio', { name: 'a' }))
    expect(events).toEqual(['c'])
  })

  test('shows the formatted value of a Slider and reports a change', () => {
    const events: number[] = []
    render(
      <Slider
        label="mouthSmile"
        value={0.4}
        onChange={(value) => events.push(value)}
        format={(value) => `${value}!`}
      />,
    )
    expect(screen.getByRole('status').textContent).toBe('0.4!')
    fireEvent.change(screen.getByRole('slider', { name: 'mouthSmile' }), { target: { value: '0.41' } })
    expect(events).toEqual([0.41])
  })
})
