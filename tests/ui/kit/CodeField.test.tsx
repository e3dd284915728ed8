// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CodeField } from '../../../src/ui/kit/CodeField.tsx'
import './support.ts'

afterEach(cleanup)

test('what is pasted around a code is dropped, and each figure has its cell', () => {
  const { container } = show()
  fireEvent.change(field(), { target: { value: 'Your code: 409 123. Bye' } })
  expect(field().value).toBe('409123')
  expect(cells(container)).toEqual(['4', '0', '9', '1', '2', '3'])
})

test('no more figures than a code has are taken', () => {
  show()
  fireEvent.change(field(), { target: { value: '12345678' } })
  expect(field().value).toBe('123456')
})

test('the one real input is filled in by phones and password managers', () => {
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

test('the current cell is the next to be filled, the last one when all are', () => {
  const { container } = show()
  const current = () =>
    [...container.querySelectorAll('span[aria-hidden]')].findIndex((cell) => cell.hasAttribute('data-on'))
  expect(current()).toBe(0)
  fireEvent.change(field(), { target: { value: '40' } })
  expect(current()).toBe(2)
  fireEvent.change(field(), { target: { value: '409123' } })
  expect(current()).toBe(5)
})

test('the caret stays behind the last figure, and what is selected stays selected', () => {
  show()
  fireEvent.change(field(), { target: { value: '4091' } })
  const select = (from: number, to: number) => {
    // React waits for a button that an earlier test of this process still holds down.
    fireEvent.mouseUp(field())
    field().setSelectionRange(from, to)
    fireEvent.select(field())
    return [field().selectionStart, field().selectionEnd]
  }
  expect(select(1, 1)).toEqual([4, 4])
  expect(select(1, 3)).toEqual([1, 3])
  expect(select(4, 4)).toEqual([4, 4])
})

test('an error is tied to the field', () => {
  show('Wrong code.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  const told = field()
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(told).toContain('Wrong code.')
})

function Bench({ error }: { error?: string | undefined }) {
  const [code, setCode] = useState('')
  return <CodeField label="Code" name="code" value={code} onChange={setCode} error={error} />
}

const show = (error?: string) => render(<Bench error={error} />)
const field = () => screen.getByLabelText<HTMLInputElement>('Code')
const cells = (container: Element) =>
  [...container.querySelectorAll('span[aria-hidden]')].map((cell) => cell.textContent)
