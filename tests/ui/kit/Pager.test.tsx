// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Pager } from '../../../src/ui/kit/Pager.tsx'
import { pagerItems } from '../../../src/ui/kit/pager-items.ts'

const WORDS = {
  label: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  number: String,
  page: (page: number) => `Page ${page}`,
}

function show(page: number, totalPages: number): number[] {
  const asked: number[] = []
  render(<Pager page={page} totalPages={totalPages} onPage={(to) => asked.push(to)} words={WORDS} />)
  return asked
}

afterEach(cleanup)

describe('pagerItems', () => {
  test.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 1248, [1, 2, 3, 4, 5, 'gap after', 1248]],
    [4, 8, [1, 2, 3, 4, 5, 'gap after', 8]],
    [5, 9, [1, 'gap before', 4, 5, 6, 'gap after', 9]],
    [6, 9, [1, 'gap before', 5, 6, 7, 8, 9]],
    [1248, 1248, [1, 'gap before', 1244, 1245, 1246, 1247, 1248]],
    [1, 0, []],
  ])('page %i of %i has its places', (page, totalPages, items) => {
    expect(pagerItems(page, totalPages)).toEqual(items)
  })
})

describe('Pager', () => {
  test('only the current page says it is current', () => {
    show(2, 9)
    expect(
      screen
        .getAllByRole('button')
        .filter((button) => button.getAttribute('aria-current'))
        .map((button) => button.textContent),
    ).toEqual(['2'])
  })

  test('numbers and steps ask for their page, and the current one asks for nothing', () => {
    const asked = show(2, 9)
    for (const name of ['Page 9', 'Previous page', 'Next page', 'Page 2'])
      fireEvent.click(screen.getByRole('button', { name }))
    expect(asked).toEqual([9, 1, 3])
  })

  test('there is nothing before the first page or after the last', () => {
    const asked = show(1, 1)
    for (const name of ['Previous page', 'Next page']) fireEvent.click(screen.getByRole('button', { name }))
    expect(asked).toEqual([])
  })
})

describe('who comes near the next page', () => {
  test('by a mouse or a pen that comes to its button and leaves it', () => {
    const near = showNear()
    const button = screen.getByRole('button', { name: 'Next page' })
    pointer(button, 'pointerover', 'mouse')
    pointer(button, 'pointerout', 'mouse')
    pointer(button, 'pointerover', 'pen')
    expect(near).toEqual([true, false, true])
  })

  test('by no finger, which is on it only as it presses, and no other button', () => {
    const near = showNear()
    pointer(screen.getByRole('button', { name: 'Next page' }), 'pointerover', 'touch')
    pointer(screen.getByRole('button', { name: 'Previous page' }), 'pointerover', 'mouse')
    expect(near).toEqual([])
  })

  test('by a focus that can be seen, not by that of a press, and no more once it is lost', () => {
    const near = showNear()
    const button = screen.getByRole('button', { name: 'Next page' })
    let isByKey = false
    // jsdom sees no focus.
    Object.assign(button, { matches: () => isByKey })
    fireEvent.focus(button)
    expect(near).toEqual([])
    isByKey = true
    fireEvent.focus(button)
    fireEvent.blur(button)
    expect(near).toEqual([true, false])
  })
})

function showNear(): boolean[] {
  const told: boolean[] = []
  render(<Pager page={2} totalPages={9} onPage={() => {}} onNearNext={(isNear) => told.push(isNear)} words={WORDS} />)
  return told
}

/** jsdom's events know no kind of pointer. */
const pointer = (button: HTMLElement, event: 'pointerover' | 'pointerout', pointerType: string) =>
  fireEvent(button, Object.assign(new Event(event, { bubbles: true }), { pointerType }))
