// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { literalText } from '../../support/literal-text.ts'
import { expectFirstRow, listPageFor, markAction, rowNames, setUpLists, showList, thingList } from './list-fixture.tsx'

setUpLists()

const columns = [
  { ...thingList().columns[0]!, kind: 'text' as const, tooltip: literalText('What it is called.') },
  { ...thingList().columns[1]!, sortable: true, kind: 'number' as const },
  { field: 'id', headerName: literalText('Number'), tooltip: literalText('Its number.') },
] as ReturnType<typeof thingList>['columns']
const head = (name: string) => screen.getByRole('columnheader', { name })
/** Returns the focusable element of a column's header: its button, or the header itself. */
const control = (name: string) => head(name).querySelector('button') ?? head(name)
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((it) => it.textContent)
    .filter((text) => text && text !== 'Actions')
const show = async (cache = createQueryCache()) => {
  showList(thingList({ columns, sortable: ['name', 'size'], bulk: [markAction()] }), {}, undefined, { cache })
  await expectFirstRow('Thing 01')
  return cache
}

describe('a column head', () => {
  const button = () => head('Name').querySelector('button')!
  const arrow = () => button().dataset['next']
  const tip = async () => {
    button().blur()
    // Simulates keyboard focus, because jsdom does not match :focus-visible.
    Object.assign(button(), { matches: () => true })
    button().focus()
    return (await screen.findByRole('tooltip')).textContent
  }

  test('shows the next sort direction by arrow and tooltip', async () => {
    await show()
    expect([arrow(), await tip()]).toEqual(['desc', 'What it is called.Sort Z to A'])
    fireEvent.click(button())
    expect(head('Name').getAttribute('aria-sort')).toBe('descending')
    expect([arrow(), await tip()]).toEqual(['asc', 'What it is called.Sort A to Z'])
    fireEvent.click(button())
    expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
    expect([arrow(), await tip()]).toEqual(['desc', 'What it is called.Sort Z to A'])
  })

  test('uses its tooltip as accessible description', async () => {
    await show()
    await tip()
    const described = document.getElementById(button().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('What it is called.Sort Z to A')
  })
})

describe('columns', () => {
  const order = (cache: ReturnType<typeof createQueryCache>) =>
    (cache.get('list/things/layout') as { order: string[] } | undefined)?.order
  const press = (name: string, key: string, more = {}) => fireEvent.keyDown(control(name), { key, ...more })

  test('move with Shift and arrow keys; the new order is announced and stored, and the focus stays', async () => {
    const cache = await show()
    control('Number').focus()
    press('Number', 'ArrowLeft', { shiftKey: true })
    await waitFor(() => expect(heads()).toEqual(['Name', 'Number', 'Size']))
    expect(screen.getByText('Number is now column 2 of 3').getAttribute('aria-live')).toBe('polite')
    expect(order(cache)).toEqual(['name', 'id', 'size'])
    expect(document.activeElement).toBe(control('Number'))
    press('Number', 'ArrowLeft', { shiftKey: true })
    press('Number', 'ArrowLeft', { shiftKey: true })
    await waitFor(() => expect(heads()).toEqual(['Number', 'Name', 'Size']))
    expect(document.activeElement).toBe(control('Number'))
  })

  /** Drags a column's header to the horizontal position `x`. Each header is 100 pixels wide. */
  function dragHead(name: string, x: number, pointerType = 'mouse') {
    for (const [index, it] of [...document.querySelectorAll<HTMLElement>('th[data-field]')].entries())
      it.getBoundingClientRect = () => ({ left: index * 100, right: index * 100 + 100 }) as DOMRect
    const firePointer = (type: string, clientX: number) =>
      fireEvent(
        control(name),
        Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX }), {
          pointerId: 1,
          pointerType,
          isPrimary: true,
        }),
      )
    firePointer('pointerdown', 50)
    firePointer('pointermove', 53)
    firePointer('pointermove', x)
    return { drop: () => firePointer('pointerup', x), cancel: () => firePointer('pointercancel', x) }
  }
  const drops = () =>
    [...document.querySelectorAll('[data-drop]')].map((it) => [it.textContent, it.getAttribute('data-drop')])

  test('move by dragging, with a line at the target position, and are not sorted by the drop', async () => {
    const cache = await show()
    const { drop } = dragHead('Name', 260)
    expect(drops()).toEqual([['Number', 'after']])
    expect(head('Name').hasAttribute('data-ghost')).toBe(true)
    drop()
    fireEvent.click(head('Name').querySelector('button')!)
    expect(heads()).toEqual(['Size', 'Number', 'Name'])
    expect(order(cache)).toEqual(['size', 'id', 'name'])
    expect(head('Name').getAttribute('aria-sort')).toBe('none')
    expect(drops()).toEqual([])
  })

  test('keep their order if Escape or a lost pointer cancels the drag, or if touch starts the drag', async () => {
    const cache = await show()
    const { drop, cancel } = dragHead('Name', 260)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(head('Name').hasAttribute('data-ghost')).toBe(false)
    drop()
    dragHead('Name', 260)
    cancel()
    expect(head('Name').hasAttribute('data-ghost')).toBe(false)
    drop()
    dragHead('Name', 260, 'touch').drop()
    expect(heads()).toEqual(['Name', 'Size', 'Number'])
    expect(order(cache)).toEqual([])
  })

  test('sort instead of moving on a press that moves the pointer only a few pixels', async () => {
    await show()
    dragHead('Name', 53).drop()
    fireEvent.click(head('Name').querySelector('button')!)
    expect(head('Name').getAttribute('aria-sort')).toBe('descending')
  })
})

describe('the Tab key', () => {
  const stops = () =>
    [...screen.getByRole('table').querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    )

  test('stops once in the header row, and once in each row, on the row’s name', async () => {
    await show()
    const [first, ...others] = stops()
    expect(first?.getAttribute('aria-label')).toBe('Select all rows')
    expect(others.map((stop) => stop.textContent)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Thing ${String(at + 1).padStart(2, '0')}`),
    )
  })

  test('returns to the control of a row that last had the focus, also after a render', async () => {
    await show()
    const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name })
    screen.getByText('Thing 02').focus()
    key('ArrowLeft')
    const box = screen.getByRole('checkbox', { name: 'Select Thing 02' })
    expect(document.activeElement).toBe(box)
    fireEvent.click(box)
    expect(stops()).toHaveLength(11)
    expect(stops()[2]).toBe(box)
    key('ArrowDown')
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Thing 03' }))
    key('ArrowRight')
    key('ArrowRight')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Thing 03' }))
    expect(stops()).toHaveLength(11)
  })

  test('leaves moving between column heads to the arrow keys', async () => {
    await show()
    screen.getByRole('checkbox', { name: 'Select all rows' }).focus()
    const focusedTexts = Array.from({ length: 4 }, () => {
      fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
      return document.activeElement?.textContent
    })
    expect(focusedTexts).toEqual(['Name', 'Size', 'Number', 'Number'])
    expect(head('Number')).toBe(document.activeElement)
  })
})

test('shows text on the buttons “Views”, “Columns” and “Export”', async () => {
  await show()
  for (const name of ['Views', 'Columns', 'Export']) expect(screen.getByRole('button', { name }).textContent).toBe(name)
})

test('prefetches the sorted rows when the pointer rests on a column head', async () => {
  const orders: string[] = []
  const loadPage = vi.fn(async (query: Parameters<typeof listPageFor>[0]) => {
    orders.push(JSON.stringify(query.order))
    return listPageFor(query)
  })
  showList(thingList({ loadPage }), {}, undefined, { cache: createQueryCache() })
  await expectFirstRow('Thing 01')
  // jsdom has no pointer events.
  fireEvent(
    head('Name').querySelector('button')!,
    Object.assign(new MouseEvent('pointermove', { bubbles: true }), { pointerType: 'mouse' }),
  )
  await waitFor(() => expect(orders).toContain('{"name":"desc"}'))
  await act(async () => {})
  fireEvent.click(head('Name').querySelector('button')!)
  expect(rowNames()[0]).toBe('Thing 25')
})
