// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Skeleton, type SkeletonProps } from '../../../../src/ui/kit/feedback/Skeleton.tsx'

afterEach(cleanup)

test.each<[SkeletonProps, string, string]>([
  [{}, '100%', '12px'],
  [{ width: 40, height: 20 }, '40px', '20px'],
  [{ width: '60%' }, '60%', '12px'],
  [{ shape: 'round', height: 24 }, '24px', '24px'],
  [{ shape: 'plinth', width: 9, height: 9 }, '', ''],
])('a skeleton of %j has width “%s”, height “%s”, and is hidden from screen readers', (props, width, height) => {
  const { container } = render(<Skeleton {...props} />)
  const skeleton = container.firstElementChild as HTMLElement
  expect([skeleton.style.inlineSize, skeleton.style.blockSize]).toEqual([width, height])
  expect(skeleton.getAttribute('aria-hidden')).toBe('true')
  expect(skeleton.dataset['shape']).toBe(props.shape ?? 'line')
})
