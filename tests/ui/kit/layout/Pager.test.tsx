// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Pager } from '../../../../src/ui/kit/layout/Pager.tsx'
import { buildPagerItems } from '../../../../src/ui/kit/layout/pager-items.ts'

const WORDS = {
  label: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  number: String,
  page: (page: number) => `Page ${page}`,
}

function show(page: number, totalPages: number): number[] {
  const requestedPages: number[] = []
  render(<Pager page={page} totalPages={totalPages} onPage={(to) => requestedPages.push(to)} words={WORDS} />)
  return requestedPages
}

describe('buildPagerItems', () => {
  test.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 1248, [1, 2, 3, 4, 5, 'gap after', 1248]],
    [4, 8, [1, 2, 3, 4, 5, 'gap after', 8]],
    [5, 9, [1, 'gap before', 4, 5, 6, 'gap after', 9]],
    [6, 9, [1, 'gap before', 5, 6, 7, 8, 9]],
    [1248, 1248, [1, 'gap before', 1244, 1245, 1246, 1247, 1248]],
    [1, 0, []],
  ])('returns for page %i of %i the items %j', (page, totalPages, items) => {
    expect(buildPagerItems(page, totalPages)).toEqual(items)
  })
})

describe('Pager', () => {
  test('marks only the current page with aria-current', () => {
    show(2, 9)
    expect(
      screen
        .getAllByRole('button')
        .filter((button) => button.getAttribute('aria-current'))
        .map((button) => button.textContent),
    ).toEqual(['2'])
  })

  test('requests the page of a pressed number, Previous or Next, but not the current page', () => {
    const requestedPages = show(2, 9)
    for (const name of ['Page 9', 'Previous page', 'Next page', 'Page 2'])
      fireEvent.click(screen.getByRole('button', { name }))
    expect(requestedPages).toEqual([9, 1, 3])
  })

  test('ignores Previous on the first page and Next on the last page', () => {
    const requestedPages = show(1, 1)
    for (const name of ['Previous page', 'Next page']) fireEvent.click(screen.getByRole('button', { name }))
    expect(requestedPages).toEqual([])
  })
})

describe('the next button of Pager', () => {
  test('reports when a mouse or pen pointer enters or leaves the button', () => {
    const reports = showWithHoverReports()
    const button = screen.getByRole('button', { name: 'Next page' })
    firePointer(button, 'pointerover', 'mouse')
    firePointer(button, 'pointerout', 'mouse')
    firePointer(button, 'pointerover', 'pen')
    expect(reports).toEqual([true, false, true])
  })

  test('ignores touch, and a mouse over the previous button', () => {
    const reports = showWithHoverReports()
    firePointer(screen.getByRole('button', { name: 'Next page' }), 'pointerover', 'touch')
    firePointer(screen.getByRole('button', { name: 'Previous page' }), 'pointerover', 'mouse')
    expect(reports).toEqual([])
  })

  test('reports keyboard focus and its loss, but not focus by a press', () => {
    const reports = showWithHoverReports()
    const button = screen.getByRole('button', { name: 'Next page' })
    let isFocusVisible = false
    // Simulates keyboard focus, because jsdom does not match :focus-visible.
    Object.assign(button, { matches: () => isFocusVisible })
    fireEvent.focus(button)
    expect(reports).toEqual([])
    isFocusVisible = true
    fireEvent.focus(button)
    fireEvent.blur(button)
    expect(reports).toEqual([true, false])
  })
})

function showWithHoverReports(): boolean[] {
  const reports: boolean[] = []
  render(
    <Pager
      page={2}
      totalPages={9}
      onPage={() => {}}
      onNextHover={(isHovered) => reports.push(isHovered)}
      words={WORDS}
    />,
  )
  return reports
}

/** Dispatches a pointer event with its pointer type, which jsdom's events lack. */
const firePointer = (button: HTMLElement, event: 'pointerover' | 'pointerout', pointerType: string) =>
  fireEvent(button, Object.assign(new Event(event, { bubbles: true }), { pointerType }))
