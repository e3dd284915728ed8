// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Checkbox } from '../../../../src/ui/kit/fields/Checkbox.tsx'

test('a Checkbox is checked, indeterminate or unchecked, and reports whether Shift is held on a press', () => {
  const presses: boolean[] = []
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Tide Runner' })
  const checkbox = (isChecked: boolean, isIndeterminate = false) => (
    <Checkbox
      label="Select Tide Runner"
      isChecked={isChecked}
      isIndeterminate={isIndeterminate}
      onPress={(isRange) => presses.push(isRange)}
    />
  )
  const { rerender } = render(checkbox(false))
  expect([box().checked, box().indeterminate]).toEqual([false, false])
  fireEvent.click(box())
  fireEvent.click(box(), { shiftKey: true })
  expect(presses).toEqual([false, true])
  rerender(checkbox(false, true))
  expect([box().checked, box().indeterminate]).toEqual([false, true])
  rerender(checkbox(true))
  expect([box().checked, box().indeterminate]).toEqual([true, false])
})
