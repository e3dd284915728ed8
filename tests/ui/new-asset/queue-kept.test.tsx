// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import {
  bench,
  createDeferred,
  createFile,
  dropFiles,
  modelFile,
  nameFieldOf,
  press,
  setUpQueue,
  showQueue,
} from './queue-bench.tsx'

setUpQueue()

describe('the stored queue of several new assets', () => {
  test('restores its rows with files and typed values after a reload', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    fireEvent.change(nameFieldOf('thing.glb'), { target: { value: 'My Thing' } })
    await waitFor(() => expect([...bench.drafts.values()].map(({ values }) => values['name'])).toContain('My Thing'))
    cleanup()
    await showQueue()
    await waitFor(() => expect(nameFieldOf('thing.glb').value).toBe('My Thing'))
    expect(await screen.findByText('0 of 2 created, 1 ready.')).toBeTruthy()
  })

  test('restores a row if the page closes during its creation, and retries with the same key', async () => {
    bench.holdCreation = createDeferred().promise
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    await waitFor(() => expect(bench.created).toHaveLength(1))
    cleanup()
    await waitFor(() => expect(bench.aborted).toEqual(['Peat Boot']))
    bench.holdCreation = undefined
    await showQueue()
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(bench.created[1]?.key).toBe(bench.created[0]?.key)
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
    await waitFor(() => expect(bench.ids).toHaveLength(2))
    cleanup()
    await showQueue()
    expect(await screen.findByText('0 of 1 created, 0 ready.')).toBeTruthy()
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('accepts more models while the drafts of the restored rows are still being read', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await waitFor(() => expect([bench.ids.length, bench.drafts.size]).toEqual([2, 2]))
    cleanup()
    const reading = createDeferred()
    bench.holdDrafts = reading.promise
    await showQueue()
    dropFiles([modelFile('wool-hat.glb'), modelFile('silk-shirt.glb')])
    await screen.findByText('0 of 4 created, 2 ready.')
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    expect(nameFieldOf('peat-boot.glb').value).toBe('Peat Boot')
    expect(bench.ids).toHaveLength(4)
  })

  test('merges with models added before it was read, and cannot be overwritten until then', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('thing.glb')])
    await waitFor(() => expect([bench.ids.length, bench.drafts.size]).toEqual([2, 2]))
    const storedIds = bench.ids
    cleanup()
    const reading = createDeferred()
    bench.holdIds = reading.promise
    await showQueue()
    dropFiles([modelFile('wool-hat.glb'), modelFile('silk-shirt.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    expect(bench.ids).toBe(storedIds)
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    await waitFor(() => expect(bench.ids).toHaveLength(4))
  })
})
