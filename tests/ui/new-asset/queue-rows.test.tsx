// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { bench, drop, fileOf, later, model, nameIn, press, setUpQueue, show } from './queue-bench.tsx'

setUpQueue()

describe('several models at once', () => {
  test('a file that is no model is turned away by its name in its own row, which can be taken away', async () => {
    await show()
    drop([model('peat-boot.glb'), fileOf(new Uint8Array(60).fill(65), 'notes.txt')])
    const row = await screen.findByRole('form', { name: 'notes.txt' })
    expect((await within(row).findByRole('alert')).textContent).toBe('Choose a .glb file.')
    await act(async () => within(row).getByRole('button', { name: 'Remove' }).click())
    await waitFor(() => expect(screen.queryByRole('form', { name: 'notes.txt' })).toBe(null))
    expect(screen.getByRole('form', { name: 'peat-boot.glb' })).toBeTruthy()
  })

  test('the queue says how many wait, and for what, and goes from one to the next', async () => {
    await show()
    drop([
      model('thing.glb'),
      model('peat-boot.glb'),
      model('odd.glb'),
      fileOf(new Uint8Array(60).fill(65), 'notes.txt'),
    ])
    await screen.findByText('0 of 4 created, 1 ready.')
    // A file that is turned away takes the focus from nobody.
    expect(document.activeElement).toBe(document.body)
    expect([screen.getByText('2 need details.'), screen.getByText('1 needs another file.')]).toHaveLength(2)
    const inFocus = () => {
      const element = document.activeElement
      return [
        element?.closest('form')?.getAttribute('aria-label'),
        element?.closest('[data-field]')?.getAttribute('data-field'),
      ]
    }
    await press('Next incomplete')
    expect(inFocus()).toEqual(['thing.glb', 'type'])
    await press('Next incomplete')
    expect(inFocus()).toEqual(['odd.glb', 'type'])
    await press('Next incomplete')
    expect(inFocus()).toEqual(['notes.txt', 'model'])
    // By a key from wherever one is, a choice that takes letters too.
    await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'F8' }))
    expect(inFocus()).toEqual(['thing.glb', 'type'])
    await act(async () =>
      within(screen.getByRole('form', { name: 'notes.txt' }))
        .getByRole('button', { name: 'Remove' })
        .click(),
    )
    await waitFor(() => expect(screen.queryByText('1 needs another file.')).toBe(null))
  })

  test('discarded while their files are sent, nothing of them is left, here or at the service', async () => {
    bench.holdFile = later().promise
    await show()
    drop([model('a.glb'), model('b.glb')])
    await screen.findAllByRole('button', { name: 'Pause upload' })
    await waitFor(() => expect([bench.ids.length, bench.drafts.size]).toEqual([2, 2]))
    await press('Discard all')
    await press('Discard')
    expect(await screen.findByRole('heading', { name: 'New asset' })).toBeTruthy()
    await waitFor(() =>
      expect([bench.discarded, bench.aborted, bench.ids, bench.drafts.size]).toEqual([
        ['a.glb', 'b.glb'],
        ['a.glb', 'b.glb'],
        [],
        0,
      ]),
    )
  })

  test('leaving asks for every form that is shown, and for what all have in common', async () => {
    await show()
    drop([model('a.glb'), model('b.glb')])
    await screen.findByRole('heading', { name: 'New assets' })
    await waitFor(() => expect(bench.watched()).toHaveLength(3))
    fireEvent.change(nameIn('b.glb'), { target: { value: 'Mine' } })
    await act(() => Promise.all(bench.watched().map(({ keepDraft }) => keepDraft())))
    expect([...bench.drafts.values()].map(({ values }) => values['name'])).toContain('Mine')
    await act(async () =>
      within(screen.getByRole('form', { name: 'a.glb' }))
        .getByRole('button', { name: 'Remove' })
        .click(),
    )
    await waitFor(() => expect(bench.watched()).toHaveLength(2))
  })

  test('when the last row goes, the page is for one asset again', async () => {
    await show()
    drop([model('a.glb'), model('b.glb')])
    await screen.findByRole('heading', { name: 'New assets' })
    await press('Discard all')
    await press('Discard')
    expect(await screen.findByRole('heading', { name: 'New asset' })).toBeTruthy()
    await waitFor(() => expect([bench.ids, bench.drafts.size]).toEqual([[], 0]))
  })
})
