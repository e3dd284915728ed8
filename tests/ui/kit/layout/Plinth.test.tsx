// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Plinth } from '../../../../src/ui/kit/layout/Plinth.tsx'

const picture = (container: HTMLElement) => container.querySelector('img')

test('replaces the img element when the URL changes, so that the previous picture disappears', () => {
  const { container, rerender } = render(<Plinth pigment="ochre" src="/files/a.png" />)
  const first = picture(container)
  rerender(<Plinth pigment="ochre" src="/files/a.png" />)
  expect(picture(container)).toBe(first)
  rerender(<Plinth pigment="ochre" src="/files/b.png" />)
  expect(picture(container)).not.toBe(first)
  expect(picture(container)?.getAttribute('src')).toBe('/files/b.png')
  expect(first?.isConnected).toBe(false)
  rerender(<Plinth pigment="ochre" />)
  expect(picture(container)).toBe(null)
})
