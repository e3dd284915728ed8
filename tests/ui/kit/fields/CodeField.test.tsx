// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CodeField } from '../../../../src/ui/kit/fields/CodeField.tsx'
import '../support.ts'

test('drops text pasted around a code, and shows each digit in its cell', () => {
  const { container } = show()
  fireEvent.change(field(), { target: { value: 'Your code: 409 123. Bye' } })
  expect(field().value).toBe('409123')
  expect(cells(container)).toEqual(['4', '0', '9', '1', '2', '3'])
})

test('accepts no more digits than a code has', () => {
  show()
  fireEvent.change(field(), { target: { value: '12345678' } })
  expect(field().value).toBe('123456')
})

test('the input is marked as a numeric one-time code, which phones and password managers can fill', () => {
  show()
  const { autocomplete, inputmode, type } = Object.fromEntries(
    [...field().attributes].map(({ name, value }) => [name, value]),
  )
  expect({ autocomplete, inputmode, type }).toEqual({
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    type: 'text',
  })
})

test('marks the next cell to fill as current, or the last cell when all cells are filled', () => {
  const { container } = show()
  const current = () =>
    [...container.querySelectorAll('span[aria-hidden]')].findIndex((cell) => cell.hasAttribute('data-on'))
  expect(current()).toBe(0)
  fireEvent.change(field(), { target: { value: '40' } })
  expect(current()).toBe(2)
  fireEvent.change(field(), { target: { value: '409123' } })
  expect(current()).toBe(5)
})

test('moves the caret behind the last digit, but leaves a selection unchanged', () => {
  show()
  fireEvent.change(field(), { target: { value: '4091' } })
  const select = (from: number, to: number) => {
    // An earlier test of this process has pressed a mouse button, and React waits for the button's release.
    fireEvent.mouseUp(field())
    field().setSelectionRange(from, to)
    fireEvent.select(field())
    return [field().selectionStart, field().selectionEnd]
  }
  expect(select(1, 1)).toEqual([4, 4])
  expect(select(1, 3)).toEqual([1, 3])
  expect(select(4, 4)).toEqual([4, 4])
})

test('marks the input as invalid, and uses the error as the description of the input', () => {
  show('Wrong code.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  const descriptions = field()
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(descriptions).toContain('Wrong code.')
})

function StatefulCodeField({ error }: { error?: string | undefined }) {
  const [code, setCode] = useState('')
  return <CodeField label="Code" name="code" value={code} onChange={setCode} error={error} />
}

const show = (error?: string) => render(<StatefulCodeField error={error} />)
const field = () => screen.getByLabelText<HTMLInputElement>('Code')
const cells = (container: Element) =>
  [...container.querySelectorAll('span[aria-hidden]')].map((cell) => cell.textContent)
