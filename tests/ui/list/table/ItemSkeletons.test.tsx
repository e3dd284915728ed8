// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ItemSkeletons } from '../../../../src/ui/list/table/ItemSkeletons.tsx'

afterEach(cleanup)

/** Returns the shapes of a placeholder's picture and lines, and whether the placeholder has no picture. */
const shapes = (picture?: 'plinth' | 'round' | 'none') => {
  const { container } = render(<ItemSkeletons count={1} picture={picture} />)
  const [row] = container.children
  return [
    row?.hasAttribute('data-plain'),
    ...[...row!.querySelectorAll<HTMLElement>('[data-shape]')].map((it) => it.dataset['shape']),
  ]
}

test('shows placeholders with the picture shape of the list, or without pictures', () => {
  expect(shapes()).toEqual([false, 'plinth', 'line', 'line'])
  expect(shapes('round')).toEqual([false, 'round', 'line', 'line'])
  expect(shapes('none')).toEqual([true, 'line', 'line'])
})
