// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import {
  createDeferred,
  createFile,
  dropFiles,
  fixture,
  modelFile,
  nameFieldOf,
  press,
  setUpQueue,
  showQueue,
} from './queue-fixture.tsx'

setUpQueue()

describe('creating several assets', () => {
  test('shows a file that is not a model as refused in its own row, which can be removed', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), createFile(new Uint8Array(60).fill(65), 'notes.txt')])
    const row = await screen.findByRole('form', { name: 'notes.txt' })
    expect((await within(row).findByRole('alert')).textContent).toBe('Choose a .glb file.')
    await act(async () => within(row).getByRole('button', { name: 'Remove' }).click())
    await waitFor(() => expect(screen.queryByRole('form', { name: 'notes.txt' })).toBe(null))
    expect(screen.getByRole('form', { name: 'peat-boot.glb' })).toBeTruthy()
  })

  test('shows the number of incomplete rows by reason, and moves the focus to the next incomplete row', async () => {
    await showQueue()
    dropFiles([
      modelFile('thing.glb'),
      modelFile('peat-boot.glb'),
      modelFile('odd.glb'),
      createFile(new Uint8Array(60).fill(65), 'notes.txt'),
    ])
    await screen.findByText('0 of 4 created, 1 ready.')
    expect(document.activeElement).toBe(document.body)
    expect([screen.getByText('2 need details.'), screen.getByText('1 needs another file.')]).toHaveLength(2)
    const focusedField = () => {
      const element = document.activeElement
      return [
        element?.closest('form')?.getAttribute('aria-label'),
        element?.closest('[data-field]')?.getAttribute('data-field'),
      ]
    }
    await press('Next incomplete')
    expect(focusedField()).toEqual(['thing.glb', 'type'])
    await press('Next incomplete')
    expect(focusedField()).toEqual(['odd.glb', 'type'])
    await press('Next incomplete')
    expect(focusedField()).toEqual(['notes.txt', 'model'])
    // F8 works from any focused element, even from a select, which handles letter keys itself.
    await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'F8' }))
    expect(focusedField()).toEqual(['thing.glb', 'type'])
    await act(async () =>
      within(screen.getByRole('form', { name: 'notes.txt' }))
        .getByRole('button', { name: 'Remove' })
        .click(),
    )
    await waitFor(() => expect(screen.queryByText('1 needs another file.')).toBe(null))
  })

  test('aborts uploads and deletes drafts when all rows are discarded during the upload', async () => {
    fixture.holdFile = createDeferred().promise
    await showQueue()
    dropFiles([modelFile('a.glb'), modelFile('b.glb')])
    await screen.findAllByRole('button', { name: 'Pause upload' })
    await waitFor(() => expect([fixture.ids.length, fixture.drafts.size]).toEqual([2, 2]))
    await press('Discard all')
    await press('Discard')
    expect(await screen.findByRole('heading', { name: 'New asset' })).toBeTruthy()
    await waitFor(() =>
      expect([fixture.discarded, fixture.aborted, fixture.ids, fixture.drafts.size]).toEqual([
        ['a.glb', 'b.glb'],
        ['a.glb', 'b.glb'],
        [],
        0,
      ]),
    )
  })

  test('includes every shown form and the shared fields in the guard against unsaved changes', async () => {
    await showQueue()
    dropFiles([modelFile('a.glb'), modelFile('b.glb')])
    await screen.findByRole('heading', { name: 'New assets' })
    await waitFor(() => expect(fixture.getGuardedForms()).toHaveLength(3))
    fireEvent.change(nameFieldOf('b.glb'), { target: { value: 'Mine' } })
    await act(() => Promise.all(fixture.getGuardedForms().map(({ saveDraft }) => saveDraft())))
    expect([...fixture.drafts.values()].map(({ values }) => values['name'])).toContain('Mine')
    await act(async () =>
      within(screen.getByRole('form', { name: 'a.glb' }))
        .getByRole('button', { name: 'Remove' })
        .click(),
    )
    await waitFor(() => expect(fixture.getGuardedForms()).toHaveLength(2))
  })

  test('returns to the form for one asset when all rows are discarded', async () => {
    await showQueue()
    dropFiles([modelFile('a.glb'), modelFile('b.glb')])
    await screen.findByRole('heading', { name: 'New assets' })
    await press('Discard all')
    await press('Discard')
    expect(await screen.findByRole('heading', { name: 'New asset' })).toBeTruthy()
    await waitFor(() => expect([fixture.ids, fixture.drafts.size]).toEqual([[], 0]))
  })
})
