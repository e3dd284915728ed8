// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WaitingItems } from '../../../src/ui/list/WaitingItems.tsx'

afterEach(cleanup)

/** The shapes of what stands for a row's picture and its two lines, and whether the row is one without a picture. */
const shapes = (picture?: 'plinth' | 'round' | 'none') => {
  const { container } = render(<WaitingItems count={1} picture={picture} />)
  const [row] = container.children
  return [
    row?.hasAttribute('data-plain'),
    ...[...row!.querySelectorAll<HTMLElement>('[data-shape]')].map((it) => it.dataset['shape']),
  ]
}

test('what is on its way has the picture that its list has there', () => {
  expect(shapes()).toEqual([false, 'plinth', 'line', 'line'])
  expect(shapes('round')).toEqual([false, 'round', 'line', 'line'])
  expect(shapes('none')).toEqual([true, 'line', 'line'])
})
