// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { bench, drop, model, press, setUpQueue, show } from './queue-bench.tsx'

setUpQueue()

describe('several models at once', () => {
  test('a shared tag that is gone is told in each row, and creating goes on once it is taken out', async () => {
    bench.goneTags = ['moss']
    bench.drafts.set('shared', { id: 's1', values: { tags: ['moss'] }, revision: 1 })
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
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
  })

  test('a tag that a model suggests is put on it alone, beside those of all, and taken off again', async () => {
    await show()
    bench.askedForTags = []
    drop([model('winter-boot.glb'), model('winter-hat.glb'), model('winter-cap.glb')])
    await screen.findByText('0 of 3 created, 3 ready.')
    const tagOf = (name: string) => within(screen.getByRole('form', { name })).findByRole('button', { name: 'Winter' })
    const pressTag = async (name: string) => act(async () => (await tagOf(name)).click())
    for (const name of ['winter-boot.glb', 'winter-hat.glb', 'winter-hat.glb']) await pressTag(name)
    const pressed = async (name: string) => (await tagOf(name)).getAttribute('aria-pressed')
    expect([await pressed('winter-boot.glb'), await pressed('winter-hat.glb')]).toEqual(['true', 'false'])
    // Once for the field of all, and once for the rows together.
    expect(bench.askedForTags).toEqual(['', ''])
    // What all get is suggested to nobody else.
    const field = screen.getByRole('combobox', { name: 'Tags' })
    await act(async () => field.focus())
    await act(async () => void fireEvent.change(field, { target: { value: 'Win' } }))
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Winter' })))
    await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }))
    const offered = (name: string) =>
      within(screen.getByRole('form', { name, hidden: true })).queryByRole('button', { name: 'Winter', hidden: true })
    expect(offered('winter-boot.glb')).not.toBeNull()
    expect(offered('winter-hat.glb')).toBeNull()
    await press('Create 3 assets')
    expect(await screen.findByText('Winter Cap created')).toBeTruthy()
    expect(bench.created.map(({ tags }) => tags)).toEqual([['w'], ['w'], ['w']])
  })

  test('a body chosen for all is that of each', async () => {
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    fireEvent.click(screen.getByRole('button', { name: /No body/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Fern' }))
    await press('Create 2 assets')
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(bench.created.map(({ bodyId }) => bodyId)).toEqual(['b1', 'b1'])
  })
})
