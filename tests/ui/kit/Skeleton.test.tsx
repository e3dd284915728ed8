// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Skeleton, type SkeletonProps } from '../../../src/ui/kit/Skeleton.tsx'

afterEach(cleanup)

test.each<[SkeletonProps, string, string]>([
  [{}, '100%', '12px'],
  [{ width: 40, height: 20 }, '40px', '20px'],
  [{ width: '60%' }, '60%', '12px'],
  [{ shape: 'round', height: 24 }, '24px', '24px'],
  [{ shape: 'plinth', width: 9, height: 9 }, '', ''],
])('a place of %j is %s wide and %s high, and nothing to a screen reader', (props, width, height) => {
  const { container } = render(<Skeleton {...props} />)
  const place = container.firstElementChild as HTMLElement
  expect([place.style.inlineSize, place.style.blockSize]).toEqual([width, height])
  expect(place.getAttribute('aria-hidden')).toBe('true')
  expect(place.dataset['shape']).toBe(props.shape ?? 'line')
})
