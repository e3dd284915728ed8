// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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

describe('the stored queue of several new assets', () => {
  test('restores its rows with files and typed values after a reload', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    fireEvent.change(nameFieldOf('thing.glb'), { target: { value: 'My Thing' } })
    await waitFor(() => expect([...fixture.drafts.values()].map(({ values }) => values['name'])).toContain('My Thing'))
    cleanup()
    await showQueue()
    await waitFor(() => expect(nameFieldOf('thing.glb').value).toBe('My Thing'))
    expect(await screen.findByText('0 of 2 created, 1 ready.')).toBeTruthy()
  })

  test('restores a row if the page closes during its creation, and retries with the same key', async () => {
    fixture.holdCreation = createDeferred().promise
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    await waitFor(() => expect(fixture.created).toHaveLength(1))
    cleanup()
    await waitFor(() => expect(fixture.aborted).toEqual(['Peat Boot']))
    fixture.holdCreation = undefined
    await showQueue()
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(fixture.created[1]?.key).toBe(fixture.created[0]?.key)
  })

  test('restores neither refused files nor created assets after a reload', async () => {
    await showQueue()
    dropFiles([
      modelFile('peat-boot.glb'),
      createFile(new Uint8Array(60).fill(65), 'notes.txt'),
      modelFile('thing.glb'),
    ])
    await screen.findByText('0 of 3 created, 1 ready.')
    await press('Create 1 asset')
    await screen.findByText('Peat Boot created')
    await waitFor(() => expect(fixture.ids).toHaveLength(2))
    cleanup()
    await showQueue()
    expect(await screen.findByText('0 of 1 created, 0 ready.')).toBeTruthy()
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('accepts more models while the drafts of the restored rows are still being read', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await waitFor(() => expect([fixture.ids.length, fixture.drafts.size]).toEqual([2, 2]))
    cleanup()
    const reading = createDeferred()
    fixture.holdDrafts = reading.promise
    await showQueue()
    dropFiles([modelFile('wool-hat.glb'), modelFile('silk-shirt.glb')])
    await screen.findByText('0 of 4 created, 2 ready.')
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    expect(nameFieldOf('peat-boot.glb').value).toBe('Peat Boot')
    expect(fixture.ids).toHaveLength(4)
  })

  test('is not overwritten before it is read, then merges with models added in the meantime', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await waitFor(() => expect([fixture.ids.length, fixture.drafts.size]).toEqual([2, 2]))
    const storedIds = fixture.ids
    cleanup()
    const reading = createDeferred()
    fixture.holdIds = reading.promise
    await showQueue()
    dropFiles([modelFile('wool-hat.glb'), modelFile('silk-shirt.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    expect(fixture.ids).toBe(storedIds)
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    await waitFor(() => expect(fixture.ids).toHaveLength(4))
  })
})
