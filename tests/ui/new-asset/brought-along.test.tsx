// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { bench, later, model, nameIn, setUpQueue, show } from './queue-bench.tsx'

setUpQueue()

describe('several models at once', () => {
  test('files that were brought along take their places once it is known that no draft holds anything', async () => {
    bench.brought = [model('peat-boot.glb')]
    const reading = later()
    bench.holdDrafts = reading.promise
    await show()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
    reading.end()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Peat Boot'))
  })

  test('files that were brought along take the place of what a draft held, and keep the rest of it', async () => {
    bench.brought = [model('peat-boot.glb')]
    bench.drafts.set('single', { id: 'one', values: { name: 'Mine', modelFile: model('old.glb') }, revision: 1 })
    await show()
    expect(await screen.findByText('peat-boot.glb')).toBeTruthy()
    expect(screen.queryByText('old.glb')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  })

  test('several models that were brought along are a row each, after those that were there', async () => {
    bench.brought = [model('peat-boot.glb'), model('wool-hat.glb')]
    await show()
    await screen.findByText('0 of 2 created, 2 ready.')
    await waitFor(() => expect([bench.ids.length, bench.drafts.size]).toEqual([2, 2]))
    cleanup()
    bench.brought = [model('rain-hat.glb')]
    await show()
    await screen.findByText('0 of 3 created, 3 ready.')
    expect(nameIn('rain-hat.glb').value).toBe('Rain Hat')
  })
})
