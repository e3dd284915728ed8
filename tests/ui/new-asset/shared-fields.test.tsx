// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { dropFiles, fixture, modelFile, press, setUpQueue, showQueue } from './queue-fixture.tsx'

setUpQueue()

describe('shared fields of several new assets', () => {
  test('show an error in each row for a deleted shared tag, and create the assets once the tag is removed', async () => {
    fixture.deletedTags = ['moss']
    fixture.drafts.set('shared', { id: 's1', values: { tags: ['moss'] }, revision: 1 })
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    const chip = await screen.findByRole('button', { name: 'Remove moss' })
    await press('Create 2 assets')
    for (const name of ['peat-boot.glb', 'wool-hat.glb']) {
      const row = screen.getByRole('form', { name })
      expect((await within(row).findByRole('alert')).textContent).toContain(
        'Check the body, tags and applications under “Apply to all”.',
      )
    }
    await screen.findByText('0 of 2 created, 2 ready.')
    await act(async () => chip.click())
    await press('Create 2 assets')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    // The server refuses other values under a key that it has already received.
    expect(new Set(fixture.created.map(({ key }) => key)).size).toBe(4)
  })

  test('let the user add a suggested tag to one asset, and remove the tag unless the tag is shared', async () => {
    await showQueue()
    fixture.tagSearches = []
    dropFiles([modelFile('winter-boot.glb'), modelFile('winter-hat.glb'), modelFile('winter-cap.glb')])
    await screen.findByText('0 of 3 created, 3 ready.')
    const tagOf = (name: string) => within(screen.getByRole('form', { name })).findByRole('button', { name: 'Winter' })
    const pressTag = async (name: string) => {
      // Searches outside `act`, because Testing Library disables React's act environment while it searches.
      const tag = await tagOf(name)
      await act(async () => tag.click())
    }
    for (const name of ['winter-boot.glb', 'winter-hat.glb', 'winter-hat.glb']) await pressTag(name)
    const readPressed = async (name: string) => (await tagOf(name)).getAttribute('aria-pressed')
    expect([await readPressed('winter-boot.glb'), await readPressed('winter-hat.glb')]).toEqual(['true', 'false'])
    // One request for the shared field, and one request for all rows together.
    expect(fixture.tagSearches).toEqual(['', ''])
    // A tag in the shared field is no longer suggested in the rows.
    const field = screen.getByRole('combobox', { name: 'Tags' })
    await act(async () => field.focus())
    await act(async () => void fireEvent.change(field, { target: { value: 'Win' } }))
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Winter' })))
    await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }))
    const queryTagOf = (name: string) =>
      within(screen.getByRole('form', { name, hidden: true })).queryByRole('button', { name: 'Winter', hidden: true })
    expect(queryTagOf('winter-boot.glb')).not.toBeNull()
    expect(queryTagOf('winter-hat.glb')).toBeNull()
    await press('Create 3 assets')
    expect(await screen.findByText('Winter Cap created')).toBeTruthy()
    expect(fixture.created.map(({ tags }) => tags)).toEqual([['w'], ['w'], ['w']])
  })

  test('apply a shared body to each asset', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    fireEvent.click(screen.getByRole('button', { name: /No body/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Fern' }))
    await press('Create 2 assets')
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(fixture.created.map(({ bodyId }) => bodyId)).toEqual(['b1', 'b1'])
  })
})
