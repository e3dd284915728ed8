// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { dragMachine } from '../../../src/machines/list/drag.machine.ts'
import type { RowMove } from '../../../src/machines/list/reorder.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { ReorderAnnouncer } from '../../../src/ui/list/reorder/ReorderAnnouncer.tsx'
import { literalText } from '../../support/literal-text.ts'
import { pressKey } from '../kit/support.ts'
import { atelierWith, expectFirstRow, rowNames, showList, thingList } from './list-fixture.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollIntoView = () => {}
  // jsdom has no layout. In this stub, rows are 80 px high, below a header of 36 px.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('tbody tr')
    const index = row ? Array.from(row.parentElement!.children).indexOf(row) : 0
    return new DOMRect(0, this.tagName === 'TBODY' ? 36 : 36 + index * 80, 1000, this.tagName === 'TR' ? 80 : 600)
  })
  Element.prototype.setPointerCapture = () => {}
  Element.prototype.hasPointerCapture = () => false
})

const grip = (name: string) => screen.getByRole('button', { name: new RegExp(`^Reorder ${name},`) })
const announcements = () => screen.getAllByRole('status').map((status) => status.textContent)

const subscribeToNothing = () => ({ unsubscribe() {} })

function show(change: Parameters<typeof thingList>[0] = {}) {
  const moves: Pick<RowMove, 'id' | 'position'>[] = []
  const saveOrder = ({ id, position }: RowMove) => {
    moves.push({ id, position })
    return Promise.resolve()
  }
  const view = showList(thingList({ saveOrder, ...change }))
  return { ...view, moves }
}

describe('moving rows by keys', () => {
  test('Space picks up a row, arrow keys move the row, Space drops the row, and each step is announced', async () => {
    const { moves } = show()
    await expectFirstRow('Thing 01')
    pressKey(grip('Thing 03'), ' ')
    // Waits, because the component that announces moves is loaded only once rows can be moved.
    await waitFor(() =>
      expect(announcements()).toContain(
        'Thing 03 picked up, position 3 of 25. Move with the arrow keys, drop with Space, cancel with Escape.',
      ),
    )
    expect(grip('Thing 03').getAttribute('aria-pressed')).toBe('true')
    pressKey(grip('Thing 03'), 'ArrowUp')
    pressKey(grip('Thing 03'), 'ArrowUp')
    pressKey(grip('Thing 03'), 'ArrowUp')
    expect(announcements()).toContain('Position 1 of 25')
    expect(rowNames().slice(0, 3)).toEqual(['Thing 01', 'Thing 02', 'Thing 03'])
    pressKey(grip('Thing 03'), ' ')
    await waitFor(() => expect(announcements()).toContain('Thing 03 is now at position 1'))
    expect(rowNames().slice(0, 3)).toEqual(['Thing 03', 'Thing 01', 'Thing 02'])
    expect(document.activeElement).toBe(grip('Thing 03'))
    expect(moves).toEqual([{ id: 't3', position: 1 }])
  })

  test('Escape, or moving the focus off the handle, cancels the move', async () => {
    const { moves } = show()
    await expectFirstRow('Thing 01')
    for (const cancelMove of [
      () => fireEvent.keyDown(grip('Thing 02'), { key: 'Escape' }),
      () => act(() => screen.getByRole('searchbox').focus()),
    ]) {
      pressKey(grip('Thing 02'), 'Enter')
      await waitFor(() => expect(announcements()).toContainEqual(expect.stringContaining('Thing 02 picked up')))
      pressKey(grip('Thing 02'), 'ArrowDown')
      cancelMove()
      expect(grip('Thing 02').getAttribute('aria-pressed')).toBe('false')
      expect(announcements()).toContain('Thing 02 stays at position 2')
    }
    expect([rowNames()[1], moves]).toEqual(['Thing 02', []])
  })

  test('reverts a move that cannot be saved, and announces the restored position', async () => {
    show({ saveOrder: () => Promise.reject(new Error('no')) })
    await expectFirstRow('Thing 01')
    pressKey(grip('Thing 01'), ' ')
    pressKey(grip('Thing 01'), 'ArrowDown')
    pressKey(grip('Thing 01'), ' ')
    await waitFor(() => expect(announcements()).toContain('Back at 1'))
    expect(rowNames()[0]).toBe('Thing 01')
  })

  test('sends positions within the whole list for a move on the second page', async () => {
    const { moves } = show()
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }))
    await expectFirstRow('Thing 11')
    pressKey(screen.getByRole('button', { name: 'Reorder Thing 12, position 12' }), ' ')
    pressKey(grip('Thing 12'), 'ArrowDown')
    pressKey(grip('Thing 12'), ' ')
    await waitFor(() => expect(moves).toEqual([{ id: 't12', position: 13 }]))
  })
})

test('announces a row that was picked up before the code for announcements was loaded', () => {
  const drag = { actor: createActor(dragMachine).start() }
  const list = { getSnapshot: () => ({ context: { rows: [{ id: 't3', name: 'Thing 03' }] } }), on: subscribeToNothing }
  const announcer = (total: number) => (
    <AtelierContext value={atelier}>
      <ReorderAnnouncer drag={drag as never} actor={list as never} nameOf={() => 'Thing 03'} total={total} />
    </AtelierContext>
  )
  const atelier = atelierWith()
  drag.actor.send({ type: 'row.grabbed', id: 't3', from: 3, first: 1, last: 10, by: 'keys' })
  drag.actor.send({ type: 'row.stepped', by: 1 })
  const { rerender } = render(announcer(25))
  expect(announcements()).toEqual([expect.stringContaining('Thing 03 picked up, position 4 of 25.')])
  act(() => drag.actor.send({ type: 'row.stepped', by: 1 }))
  rerender(announcer(26))
  expect(announcements()).toEqual(['Position 5 of 25'])
})

describe('moving rows by pointer', () => {
  /** Dispatches a mouse event with the fields of a pointer event, because jsdom has no pointer events. */
  const firePointer = (name: string, type: string, clientY: number, pointerId = 7) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: 20, clientY })
    fireEvent(grip(name), Object.assign(event, { pointerId, isPrimary: pointerId === 7 }))
  }
  const dragRow = (name: string, fromY: number, toY: number) => {
    firePointer(name, 'pointerdown', fromY)
    firePointer(name, 'pointermove', toY)
    return { drop: () => firePointer(name, 'pointerup', toY) }
  }

  test('moves a row to the drop position, and shows the target position during the drag', async () => {
    const { moves } = show()
    await expectFirstRow('Thing 01')
    const { drop } = dragRow('Thing 02', 120, 300)
    const ghost = document.querySelector('tr[data-ghost]')
    expect(ghost?.getAttribute('data-row')).toBe('t2')
    // Waits, because the code that tracks the pointer is loaded only once rows can be moved.
    await waitFor(() => expect(document.body.textContent).toContain('24'))
    drop()
    await waitFor(() => expect(moves).toEqual([{ id: 't2', position: 4 }]))
    expect(rowNames().slice(0, 4)).toEqual(['Thing 01', 'Thing 03', 'Thing 04', 'Thing 02'])
    expect(document.querySelector('tr[data-ghost]')).toBeNull()
  })

  test('Escape cancels the drag, and a second finger has no effect', async () => {
    const { moves } = show()
    await expectFirstRow('Thing 01')
    const { drop } = dragRow('Thing 02', 120, 300)
    firePointer('Thing 02', 'pointerup', 300, 8)
    expect(document.querySelector('tr[data-ghost]')).not.toBeNull()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(document.querySelector('tr[data-ghost]')).toBeNull()
    drop()
    expect(moves).toEqual([])
  })

  test('ends when the list unmounts', async () => {
    const { unmount } = show()
    await expectFirstRow('Thing 01')
    dragRow('Thing 02', 120, 300)
    unmount()
    const requestFrame = vi.spyOn(globalThis, 'requestAnimationFrame')
    await new Promise(requestAnimationFrame)
    expect(requestFrame).toHaveBeenCalledOnce()
    const isEscapeUnhandled = fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(isEscapeUnhandled).toBe(true)
  })
})

describe('moving rows by the menu', () => {
  const openMove = async () => {
    await expectFirstRow('Thing 01')
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Thing 02' }))
    pressKey(await screen.findByRole('menuitem', { name: 'Move to' }), 'ArrowRight')
  }

  test('moves a row to the last position of the whole list', async () => {
    const { moves } = show()
    await openMove()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'To the end' }))
    await waitFor(() => expect(moves).toEqual([{ id: 't2', position: 25 }]))
  })

  test.each([
    ['a number past the end', '99', 25],
    ['zero', '0', 25],
    ['a negative number', '-3', 25],
    ['the last position', '25', 25],
    ['a position in between', '4', 4],
  ])('moves a row to a typed position, or to the end if no such position exists: %s', async (_, typed, position) => {
    const { moves } = show()
    await openMove()
    fireEvent.click(await screen.findByRole('menuitem', { name: 'To a position…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move Thing 02' })
    expect(dialog.textContent).toContain('Now 2 of 25')
    const field = within(dialog).getByRole('textbox', { name: 'To position' })
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.blur(field)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
    await waitFor(() => expect(moves).toEqual([{ id: 't2', position }]))
  })
})

test('shows drag handles only while the list is sorted by its manual order, ascending', async () => {
  const change = { manualOrder: 'size', sortable: ['name', 'size'], order: { size: 'asc' as const } }
  show(change)
  await expectFirstRow('Thing 01')
  expect(grip('Thing 01')).toBeTruthy()
  const head = screen.getByRole('columnheader', { name: 'No.' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(within(head).getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reorder/ })).toBeNull())
  expect(head.getAttribute('aria-sort')).toBe('descending')
})

test('explains in the footer how to enable moving, only to users who may move rows', async () => {
  const change = { manualOrder: 'size', sortable: () => ['name'], orderHint: literalText('Choose one box') }
  show(change)
  await expectFirstRow('Thing 01')
  expect(screen.getByText('Choose one box')).toBeDefined()
  cleanup()
  show({ ...change, sortable: ['name', 'size'], order: { size: 'desc' as const } })
  await screen.findByText('Sort by No. to move rows')
  expect(screen.queryByText('Choose one box')).toBeNull()
  cleanup()
  showList(thingList(change))
  await expectFirstRow('Thing 01')
  expect(screen.queryByText('Choose one box')).toBeNull()
})

test('shows neither drag handles nor the number column if the list cannot save an order', async () => {
  showList(thingList())
  await expectFirstRow('Thing 01')
  expect(screen.queryByRole('button', { name: /^Reorder/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'No.' })).toBeNull()
})
