// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { FieldFoot, FieldHead } from '../../../src/ui/kit/FieldParts.tsx'
import { ChoiceMark, Option } from '../../../src/ui/kit/Option.tsx'
import { SearchBox } from '../../../src/ui/kit/SearchBox.tsx'
import { SearchField } from '../../../src/ui/kit/SearchField.tsx'
import { Segmented } from '../../../src/ui/kit/Segmented.tsx'
import { SelectField } from '../../../src/ui/kit/SelectField.tsx'
import { Slider } from '../../../src/ui/kit/Slider.tsx'
import { Switch } from '../../../src/ui/kit/Switch.tsx'
import { TextField } from '../../../src/ui/kit/TextField.tsx'
import { press } from './support.ts'

afterEach(cleanup)

const described = (element: Element) =>
  element
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean)

describe('TextField', () => {
  test('its label names it and its description describes it', () => {
    render(<TextField label="Name" description="What people read" />)
    expect(described(screen.getByRole('textbox', { name: 'Name' }))).toEqual(['What people read'])
  })

  test('an error makes it invalid and takes the place of the description', () => {
    render(<TextField label="Name" description="What people read" error="A name is needed." />)
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(described(input)).toEqual(['A name is needed.'])
    expect(screen.queryByText('What people read')).toBeNull()
  })

  test('it says that it is only read, or is not to be used', () => {
    const { rerender } = render(<TextField label="Name" isReadOnly />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect([input.readOnly, input.closest('[data-readonly]') !== null]).toEqual([true, true])
    rerender(<TextField label="Name" isDisabled />)
    expect([input.readOnly, input.disabled, input.closest('[data-disabled]') !== null]).toEqual([false, true, true])
  })

  test('a field of several lines hears what is typed and tells when it is left', () => {
    const heard: unknown[] = []
    render(<TextField label="Why" lines={3} onChange={(text) => heard.push(text)} onBlur={() => heard.push('left')} />)
    const area = screen.getByRole('textbox', { name: 'Why' })
    expect(area.getAttribute('rows')).toBe('3')
    fireEvent.change(area, { target: { value: 'Because' } })
    fireEvent.blur(area)
    expect(heard).toEqual(['Because', 'left'])
  })

  test('the reveal button shows the password and hides it again without sending the form', () => {
    let sent = 0
    render(
      <form onSubmit={() => sent++}>
        <TextField label="Password" type="password" reveal={{ show: 'Show password', hide: 'Hide password' }} />
      </form>,
    )
    const input = screen.getByLabelText('Password')
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
    expect(sent).toBe(0)
  })
})

function Search({
  Field,
  onChange,
}: {
  Field: typeof SearchBox | typeof SearchField
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
  ['SearchBox', SearchBox],
])('%s', (_, Field) => {
  test('it empties by its button and by Escape', () => {
    const heard: string[] = []
    render(<Search Field={Field} onChange={(value) => heard.push(value)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Clear', hidden: true }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'cap' } })
    press(screen.getByRole('searchbox'), 'Escape')
    expect(heard).toEqual(['', 'cap', ''])
  })
})

describe('SelectField', () => {
  test('a choice is made by the keyboard, and its parts FieldHead, FieldFoot, Option and ChoiceMark stand in it', () => {
    expect([FieldHead, FieldFoot, Option, ChoiceMark].every((part) => typeof part === 'function')).toBe(true)
    const heard: string[] = []
    render(
      <SelectField
        label="Gender"
        placeholder="Choose"
        value={null}
        onChange={(id) => heard.push(id)}
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
    press(button, 'Enter')
    press(document.activeElement!, 'ArrowDown')
    press(document.activeElement!, 'Enter')
    expect(heard).toEqual(['male'])
  })

  test('the note beside the choice is part of what the field is called', () => {
    const items = [{ id: 'boot', label: 'Footwear' }]
    const chosen = { items, value: 'boot', onChange: () => {}, placeholder: 'Choose' }
    render(<SelectField label="Type" {...chosen} note={<i>Guessed</i>} />)
    expect(screen.getByRole('button', { name: 'Footwear Guessed Type' }).textContent).toBe('Footwear Guessed')
  })
})

describe('Switch, Segmented, Slider', () => {
  test('a Switch is named by its label alone and described by its second line', () => {
    const heard: boolean[] = []
    render(<Switch label="Make morphs" description="About 6 minutes" onChange={(on) => heard.push(on)} />)
    const input = screen.getByRole('switch', { name: 'Make morphs' })
    expect(described(input)).toEqual(['About 6 minutes'])
    fireEvent.click(input)
    expect(heard).toEqual([true])
  })

  test('a Segmented has its name in sight where that is asked for, and the same name to screen readers', () => {
    const items = [{ id: 'grey', label: 'Grey' }]
    const { rerender } = render(<Segmented label="Ground" items={items} value="grey" onChange={() => {}} />)
    expect(screen.queryByText('Ground')).toBe(null)
    rerender(<Segmented label="Ground" items={items} value="grey" onChange={() => {}} showsLabel />)
    expect(screen.getByText('Ground').id).toBe(
      screen.getByRole('radiogroup', { name: 'Ground' }).getAttribute('aria-labelledby'),
    )
  })

  test('a Segmented is a group of radios of which one is always chosen', () => {
    const heard: string[] = []
    const items = [
      { id: 'grey', label: 'Grey' },
      { id: 'clear', label: 'Clear' },
    ] as const
    render(<Segmented label="Ground" items={items} value="grey" onChange={(id) => heard.push(id)} />)
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('Grey')
    fireEvent.click(screen.getByRole('radio', { name: 'Grey' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Clear' }))
    expect(heard.filter((id) => id !== 'grey')).toEqual(['clear'])
  })

  test('a Segmented is reached once, its arrows move the focus round, and only a press chooses', () => {
    const heard: string[] = []
    const items = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
    const bench = (value: string, isDisabled = false) => (
      <Segmented label="Ground" items={items} value={value} onChange={(id) => heard.push(id)} isDisabled={isDisabled} />
    )
    const { rerender } = render(bench('b'))
    const reached = () => screen.getAllByRole('radio').map((radio) => radio.tabIndex)
    expect(reached()).toEqual([-1, 0, -1])
    press(screen.getByRole('radio', { name: 'b' }), 'ArrowRight')
    press(document.activeElement!, 'ArrowDown')
    expect([document.activeElement?.textContent, reached(), heard]).toEqual(['a', [0, -1, -1], []])
    press(document.activeElement!, 'ArrowLeft')
    press(document.activeElement!, 'Enter')
    expect([document.activeElement?.textContent, heard]).toEqual(['c', ['c']])
    // What is chosen is no news, and a choice that is none of these leaves the first to be reached.
    fireEvent.click(screen.getByRole('radio', { name: 'b' }))
    expect(heard).toEqual(['c'])
    act(() => (document.activeElement as HTMLElement).blur())
    rerender(bench('none', true))
    expect(reached()).toEqual([0, -1, -1])
    fireEvent.click(screen.getByRole('radio', { name: 'a' }))
    expect(heard).toEqual(['c'])
  })

  test('a Slider shows its number and moves by arrows', () => {
    const heard: number[] = []
    render(
      <Slider label="mouthSmile" value={0.4} onChange={(value) => heard.push(value)} format={(value) => `${value}!`} />,
    )
    expect(screen.getByRole('status').textContent).toBe('0.4!')
    fireEvent.change(screen.getByRole('slider', { name: 'mouthSmile' }), { target: { value: '0.41' } })
    expect(heard).toEqual([0.41])
  })
})
