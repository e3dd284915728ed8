// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { dragMachine } from '../../../src/machines/drag.machine.ts'
import type { Move } from '../../../src/machines/rules/reorder.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { ReorderVoice } from '../../../src/ui/list/ReorderVoice.tsx'
import { press } from '../kit/support.ts'
import { atelierWith, firstIs, names, showList, thingList } from './bench.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  // jsdom lays nothing out: rows are 80 pixels high, one below the other, under a head of 36.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('tbody tr')
    const index = row ? Array.from(row.parentElement!.children).indexOf(row) : 0
    return new DOMRect(0, this.tagName === 'TBODY' ? 36 : 36 + index * 80, 1000, this.tagName === 'TR' ? 80 : 600)
  })
  Element.prototype.setPointerCapture = () => {}
  Element.prototype.hasPointerCapture = () => false
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const grip = (name: string) => screen.getByRole('button', { name: new RegExp(`^Reorder ${name},`) })
const said = () => screen.getAllByRole('status').map((status) => status.textContent)

const never = () => ({ unsubscribe() {} })

function show(change: Parameters<typeof thingList>[0] = {}) {
  const moves: Pick<Move, 'id' | 'position'>[] = []
  const saveOrder = ({ id, position }: Move) => {
    moves.push({ id, position })
    return Promise.resolve()
  }
  const view = showList(thingList({ saveOrder, ...change }))
  return { ...view, moves }
}

describe('by keys', () => {
  test('Space lifts a row, the arrows carry it, Space puts it down; each is said', async () => {
    const { moves } = show()
    await firstIs('Thing 01')
    press(grip('Thing 03'), ' ')
    // What says it comes once rows can be moved.
    await waitFor(() =>
      expect(said()).toContain(
        'Thing 03 picked up, position 3 of 25. Move with the arrow keys, drop with Space, cancel with Escape.',
      ),
    )
    expect(grip('Thing 03').getAttribute('aria-pressed')).toBe('true')
    press(grip('Thing 03'), 'ArrowUp')
    press(grip('Thing 03'), 'ArrowUp')
    press(grip('Thing 03'), 'ArrowUp')
    expect(said()).toContain('Position 1 of 25')
    expect(names().slice(0, 3)).toEqual(['Thing 01', 'Thing 02', 'Thing 03'])
    press(grip('Thing 03'), ' ')
    await waitFor(() => expect(said()).toContain('Thing 03 is now at position 1'))
    expect(names().slice(0, 3)).toEqual(['Thing 03', 'Thing 01', 'Thing 02'])
    expect(document.activeElement).toBe(grip('Thing 03'))
    expect(moves).toEqual([{ id: 't3', position: 1 }])
  })

  test('Escape, or leaving the handle, puts it back', async () => {
    const { moves } = show()
    await firstIs('Thing 01')
    for (const leave of [
      () => fireEvent.keyDown(grip('Thing 02'), { key: 'Escape' }),
      () => act(() => screen.getByRole('searchbox').focus()),
    ]) {
      press(grip('Thing 02'), 'Enter')
      await waitFor(() => expect(said()).toContainEqual(expect.stringContaining('Thing 02 picked up')))
      press(grip('Thing 02'), 'ArrowDown')
      leave()
      expect(grip('Thing 02').getAttribute('aria-pressed')).toBe('false')
      expect(said()).toContain('Thing 02 stays at position 2')
    }
    expect([names()[1], moves]).toEqual(['Thing 02', []])
  })

  test('a move that is not saved goes back by itself, and that is said', async () => {
    show({ saveOrder: () => Promise.reject(new Error('no')) })
    await firstIs('Thing 01')
    press(grip('Thing 01'), ' ')
    press(grip('Thing 01'), 'ArrowDown')
    press(grip('Thing 01'), ' ')
    await waitFor(() => expect(said()).toContain('Back at 1'))
    expect(names()[0]).toBe('Thing 01')
  })

  test('on the second page places are those of the whole list', async () => {
    const { moves } = show()
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await firstIs('Thing 11')
    press(screen.getByRole('button', { name: 'Reorder Thing 12, position 12' }), ' ')
    press(grip('Thing 12'), 'ArrowDown')
    press(grip('Thing 12'), ' ')
    await waitFor(() => expect(moves).toEqual([{ id: 't12', position: 13 }]))
  })
})

test('a row lifted before its voice came is told once it is there', () => {
  const drag = { actor: createActor(dragMachine).start() }
  const list = { getSnapshot: () => ({ context: { rows: [{ id: 't3', name: 'Thing 03' }] } }), on: never }
  const voice = (total: number) => (
    <AtelierContext value={atelier}>
      <ReorderVoice drag={drag as never} actor={list as never} nameOf={() => 'Thing 03'} total={total} />
    </AtelierContext>
  )
  const atelier = atelierWith()
  drag.actor.send({ type: 'row.lifted', id: 't3', from: 3, first: 1, last: 10, by: 'keys' })
  drag.actor.send({ type: 'row.stepped', by: 1 })
  const { rerender } = render(voice(25))
  expect(said()).toEqual([expect.stringContaining('Thing 03 picked up, position 4 of 25.')])
  act(() => drag.actor.send({ type: 'row.stepped', by: 1 }))
  rerender(voice(26))
  expect(said()).toEqual(['Position 5 of 25'])
})

describe('by pointer', () => {
  /** A pointer's event, which jsdom makes without a pointer. */
  const point = (name: string, type: string, clientY: number, pointerId = 7) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: 20, clientY })
    fireEvent(grip(name), Object.assign(event, { pointerId, isPrimary: pointerId === 7 }))
  }
  const carry = (name: string, from: number, to: number) => {
    point(name, 'pointerdown', from)
    point(name, 'pointermove', to)
    return { drop: () => point(name, 'pointerup', to) }
  }

  test('a row goes where it is dropped, with the place shown on the way', async () => {
    const { moves } = show()
    await firstIs('Thing 01')
    const { drop } = carry('Thing 02', 120, 300)
    const held = document.querySelector('tr[data-ghost]')
    expect(held?.getAttribute('data-row')).toBe('t2')
    // What follows the hand comes once rows can be moved.
    await waitFor(() => expect(document.body.textContent).toContain('24'))
    drop()
    await waitFor(() => expect(moves).toEqual([{ id: 't2', position: 4 }]))
    expect(names().slice(0, 4)).toEqual(['Thing 01', 'Thing 03', 'Thing 04', 'Thing 02'])
    expect(document.querySelector('tr[data-ghost]')).toBeNull()
  })

  test('Escape puts it back, and a second finger does nothing', async () => {
    const { moves } = show()
    await firstIs('Thing 01')
    const { drop } = carry('Thing 02', 120, 300)
    point('Thing 02', 'pointerup', 300, 8)
    expect(document.querySelector('tr[data-ghost]')).not.toBeNull()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(document.querySelector('tr[data-ghost]')).toBeNull()
    drop()
    expect(moves).toEqual([])
  })
})

describe('by the menu', () => {
  const openMove = async () => {
    await firstIs('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 02' }))
    press(await screen.findByRole('menuitem', { name: 'Move to' }), 'ArrowRight')
  }

  test('the end is the last place of the whole list', async () => {
    const { moves } = show()
    await openMove()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'To the end' }))
    await waitFor(() => expect(moves).toEqual([{ id: 't2', position: 25 }]))
  })

  test.each([
    ['past the end', '99', 25],
    ['0', '0', 25],
    ['below 0', '-3', 25],
    ['of the last place', '25', 25],
    ['in between', '4', 4],
  ])('a number is asked for: one %s', async (_, typed, place) => {
    const { moves } = show()
    await openMove()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'To a position…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move Thing 02' })
    expect(dialog.textContent).toContain('Now 2 of 25')
    const field = within(dialog).getByRole('textbox', { name: 'To position' })
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
    await waitFor(() => expect(moves).toEqual([{ id: 't2', position: place }]))
  })
})

test('a list with an order of its own has handles only while it is sorted up by it', async () => {
  const change = { manualOrder: 'size', sortable: ['name', 'size'], order: { size: 'asc' as const } }
  show(change)
  await firstIs('Thing 01')
  expect(grip('Thing 01')).toBeTruthy()
  const head = screen.getByRole('columnheader', { name: 'No.' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(within(head).getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reorder/ })).toBeNull())
  expect(head.getAttribute('aria-sort')).toBe('descending')
})

test('where rows cannot be moved now, the foot says how one gets there; to those who may move them', async () => {
  const change = { manualOrder: 'size', sortable: () => ['name'], orderHint: 'Choose one box' }
  show(change)
  await firstIs('Thing 01')
  expect(screen.getByText('Choose one box')).toBeDefined()
  cleanup()
  show({ ...change, sortable: ['name', 'size'], order: { size: 'desc' as const } })
  await screen.findByText('Sort by No. to move rows')
  expect(screen.queryByText('Choose one box')).toBeNull()
  cleanup()
  showList(thingList(change))
  await firstIs('Thing 01')
  expect(screen.queryByText('Choose one box')).toBeNull()
})

test('a list whose order cannot be saved has neither handles nor a way to move', async () => {
  showList(thingList())
  await firstIs('Thing 01')
  expect(screen.queryByRole('button', { name: /^Reorder/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'No.' })).toBeNull()
})
