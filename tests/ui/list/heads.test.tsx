// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import { answer, firstIs, mark, names, setUpLists, showList, thingList } from './bench.tsx'

setUpLists()

const columns = [
  { ...thingList().columns[0]!, kind: 'text' as const, tooltip: 'What it is called.' },
  { ...thingList().columns[1]!, sortable: true, kind: 'number' as const },
  { field: 'id', headerName: 'Number', tooltip: 'Its number.' },
] as ReturnType<typeof thingList>['columns']
const head = (name: string) => screen.getByRole('columnheader', { name })
/** What of a head has the focus: a button where it sorts, else itself. */
const control = (name: string) => head(name).querySelector('button') ?? head(name)
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((it) => it.textContent)
    .filter((text) => text && text !== 'Actions')
const show = async (kept = createCache()) => {
  showList(thingList({ columns, sortable: ['name', 'size'], bulk: [mark()] }), {}, undefined, { kept })
  await firstIs('Thing 01')
  return kept
}

describe('a head', () => {
  const button = () => head('Name').querySelector('button')!
  const arrow = () => button().dataset['next']
  const tip = async () => {
    button().blur()
    // jsdom takes no focus for one of the keyboard.
    Object.assign(button(), { matches: () => true })
    button().focus()
    return (await screen.findByRole('tooltip')).textContent
  }

  test('says beforehand, by arrow and tip, which way the next press sorts', async () => {
    await show()
    expect([arrow(), await tip()]).toEqual(['desc', 'What it is called.Sort Z to A'])
    fireEvent.click(button())
    expect(head('Name').getAttribute('aria-sort')).toBe('descending')
    expect([arrow(), await tip()]).toEqual(['asc', 'What it is called.Sort A to Z'])
    fireEvent.click(button())
    expect(head('Name').getAttribute('aria-sort')).toBe('ascending')
    expect([arrow(), await tip()]).toEqual(['desc', 'What it is called.Sort Z to A'])
  })

  test('is described by its tip for those who hear it', async () => {
    await show()
    await tip()
    const described = document.getElementById(button().getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('What it is called.Sort Z to A')
  })
})

describe('columns', () => {
  const order = (kept: ReturnType<typeof createCache>) =>
    (kept.get('list/things/layout') as { order: string[] } | undefined)?.order
  const press = (name: string, key: string, more = {}) => fireEvent.keyDown(control(name), { key, ...more })

  test('are moved with Shift and the arrows on their heads, which is said, kept, and keeps the focus', async () => {
    const kept = await show()
    control('Number').focus()
    press('Number', 'ArrowLeft', { shiftKey: true })
    await waitFor(() => expect(heads()).toEqual(['Name', 'Number', 'Size']))
    expect(screen.getByText('Number is now column 2 of 3').getAttribute('aria-live')).toBe('polite')
    expect(order(kept)).toEqual(['name', 'id', 'size'])
    expect(document.activeElement).toBe(control('Number'))
    press('Number', 'ArrowLeft', { shiftKey: true })
    press('Number', 'ArrowLeft', { shiftKey: true })
    await waitFor(() => expect(heads()).toEqual(['Number', 'Name', 'Size']))
    expect(document.activeElement).toBe(control('Number'))
  })

  /** Carries a head by the pointer to `x`: each head is 100 pixels wide. */
  function carry(name: string, x: number, pointerType = 'mouse') {
    for (const [at, it] of [...document.querySelectorAll<HTMLElement>('th[data-field]')].entries())
      it.getBoundingClientRect = () => ({ left: at * 100, right: at * 100 + 100 }) as DOMRect
    const at = (type: string, clientX: number) =>
      fireEvent(
        control(name),
        Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX }), {
          pointerId: 1,
          pointerType,
          isPrimary: true,
        }),
      )
    at('pointerdown', 50)
    at('pointermove', 53)
    at('pointermove', x)
    return { drop: () => at('pointerup', x) }
  }
  const drops = () =>
    [...document.querySelectorAll('[data-drop]')].map((it) => [it.textContent, it.getAttribute('data-drop')])

  test('are dragged by their heads: a line shows where, and nothing is sorted', async () => {
    const kept = await show()
    const { drop } = carry('Name', 260)
    expect(drops()).toEqual([['Number', 'after']])
    expect(head('Name').hasAttribute('data-ghost')).toBe(true)
    drop()
    fireEvent.click(head('Name').querySelector('button')!)
    expect(heads()).toEqual(['Size', 'Number', 'Name'])
    expect(order(kept)).toEqual(['size', 'id', 'name'])
    expect(head('Name').getAttribute('aria-sort')).toBe('none')
    expect(drops()).toEqual([])
  })

  test('go back with Escape, and a finger scrolls instead', async () => {
    const kept = await show()
    const { drop } = carry('Name', 260)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(head('Name').hasAttribute('data-ghost')).toBe(false)
    drop()
    carry('Name', 260, 'touch').drop()
    expect(heads()).toEqual(['Name', 'Size', 'Number'])
    expect(order(kept)).toEqual([])
  })

  test('a press that hardly moved is a press', async () => {
    await show()
    carry('Name', 53).drop()
    fireEvent.click(head('Name').querySelector('button')!)
    expect(head('Name').getAttribute('aria-sort')).toBe('descending')
  })
})

describe('the Tab key', () => {
  const stops = () =>
    [...screen.getByRole('table').querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    )

  test('stops once at the heads and once at each row, at its name', async () => {
    await show()
    const [first, ...others] = stops()
    expect(first?.getAttribute('aria-label')).toBe('Select all rows')
    expect(others.map((stop) => stop.textContent)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Thing ${String(at + 1).padStart(2, '0')}`),
    )
  })

  test('comes back to what the arrows led to, also after the rows were drawn again', async () => {
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

  test('is not needed among the heads: the arrows lead through them', async () => {
    await show()
    screen.getByRole('checkbox', { name: 'Select all rows' }).focus()
    const led = Array.from({ length: 4 }, () => {
      fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
      return document.activeElement?.textContent
    })
    expect(led).toEqual(['Name', 'Size', 'Number', 'Number'])
    expect(head('Number')).toBe(document.activeElement)
  })
})

test('views, columns and the export are buttons with their words', async () => {
  await show()
  for (const name of ['Views', 'Columns', 'Export']) expect(screen.getByRole('button', { name }).textContent).toBe(name)
})

test('a head that the pointer rests on has its rows asked for, which stand at once as it is pressed', async () => {
  const asked: string[] = []
  const loadPage = vi.fn(async (query: Parameters<typeof answer>[0]) => {
    asked.push(JSON.stringify(query.order))
    return answer(query)
  })
  showList(thingList({ loadPage }), {}, undefined, { kept: createCache() })
  await firstIs('Thing 01')
  // jsdom has no events of pointers.
  fireEvent(
    head('Name').querySelector('button')!,
    Object.assign(new MouseEvent('pointermove', { bubbles: true }), { pointerType: 'mouse' }),
  )
  await waitFor(() => expect(asked).toContain('{"name":"desc"}'))
  await act(async () => {})
  fireEvent.click(head('Name').querySelector('button')!)
  expect(names()[0]).toBe('Thing 25')
})
