// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Tick } from '../../../src/ui/kit/Tick.tsx'

afterEach(cleanup)

test('A box says whether it is ticked, partly ticked or neither, and hears of Shift', () => {
  const heard: boolean[] = []
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Tide Runner' })
  const tick = (isTicked: boolean, isPartly = false) => (
    <Tick
      label="Select Tide Runner"
      isTicked={isTicked}
      isPartly={isPartly}
      onPress={(isRange) => heard.push(isRange)}
    />
  )
  const { rerender } = render(tick(false))
  expect([box().checked, box().indeterminate]).toEqual([false, false])
  fireEvent.click(box())
  fireEvent.click(box(), { shiftKey: true })
  expect(heard).toEqual([false, true])
  rerender(tick(false, true))
  expect([box().checked, box().indeterminate]).toEqual([false, true])
  rerender(tick(true))
  expect([box().checked, box().indeterminate]).toEqual([true, false])
})
