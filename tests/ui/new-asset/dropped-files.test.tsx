// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { createDeferred, fixture, modelFile, nameFieldOf, setUpQueue, showQueue } from './queue-fixture.tsx'

setUpQueue()

describe('creating assets from files dropped on another page', () => {
  test('fills the form with the dropped file once no stored draft is found', async () => {
    fixture.droppedFiles = [modelFile('peat-boot.glb')]
    const reading = createDeferred()
    fixture.holdDrafts = reading.promise
    await showQueue()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
    reading.end()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Peat Boot'))
  })

  test('replaces the file of a stored draft with the dropped file, and keeps the other values', async () => {
    fixture.droppedFiles = [modelFile('peat-boot.glb')]
    fixture.drafts.set('single', { id: 'one', values: { name: 'Mine', modelFile: modelFile('old.glb') }, revision: 1 })
    await showQueue()
    expect(await screen.findByText('peat-boot.glb')).toBeTruthy()
    expect(screen.queryByText('old.glb')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  })

  test('adds a row for each dropped model after the stored rows', async () => {
    fixture.droppedFiles = [modelFile('peat-boot.glb'), modelFile('wool-hat.glb')]
    await showQueue()
    await screen.findByText('0 of 2 created, 2 ready.')
    await waitFor(() => expect([fixture.ids.length, fixture.drafts.size]).toEqual([2, 2]))
    cleanup()
    fixture.droppedFiles = [modelFile('rain-hat.glb')]
    await showQueue()
    await screen.findByText('0 of 3 created, 3 ready.')
    expect(nameFieldOf('rain-hat.glb').value).toBe('Rain Hat')
  })
})
