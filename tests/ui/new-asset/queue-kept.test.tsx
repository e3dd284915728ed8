// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { bench, drop, fileOf, later, model, nameIn, press, setUpQueue, show } from './queue-bench.tsx'

setUpQueue()

describe('several models at once', () => {
  test('after a reload the rows are there again, with their files and what was typed', async () => {
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    fireEvent.change(nameIn('thing.glb'), { target: { value: 'My Thing' } })
    await waitFor(() => expect([...bench.drafts.values()].map(({ values }) => values['name'])).toContain('My Thing'))
    cleanup()
    await show()
    await waitFor(() => expect(nameIn('thing.glb').value).toBe('My Thing'))
    expect(await screen.findByText('0 of 2 created, 1 ready.')).toBeTruthy()
  })

  test('closed in the middle of making, it is there again, and made as the same intent', async () => {
    bench.holdMaking = later().promise
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    await waitFor(() => expect(bench.created).toHaveLength(1))
    cleanup()
    await waitFor(() => expect(bench.aborted).toEqual(['Peat Boot']))
    bench.holdMaking = undefined
    await show()
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(bench.created[1]?.key).toBe(bench.created[0]?.key)
  })

  test('one that came to nothing before a reload, and one that was made, are not brought back', async () => {
    await show()
    drop([model('peat-boot.glb'), fileOf(new Uint8Array(60).fill(65), 'notes.txt'), model('thing.glb')])
    await screen.findByText('0 of 3 created, 1 ready.')
    await press('Create 1 asset')
    await screen.findByText('Peat Boot created')
    await waitFor(() => expect(bench.ids).toHaveLength(2))
    cleanup()
    await show()
    expect(await screen.findByText('0 of 1 created, 0 ready.')).toBeTruthy()
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('drafts that are slow to read keep their rows, and models that come before them join these', async () => {
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await waitFor(() => expect([bench.ids.length, bench.drafts.size]).toEqual([2, 2]))
    cleanup()
    const reading = later()
    bench.holdDrafts = reading.promise
    await show()
    drop([model('wool-hat.glb'), model('silk-shirt.glb')])
    await screen.findByText('0 of 4 created, 2 ready.')
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    expect(nameIn('peat-boot.glb').value).toBe('Peat Boot')
    expect(bench.ids).toHaveLength(4)
  })

  test('what it holds may come later than patience lasts: it joins what was added meanwhile, which overwrote nothing', async () => {
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await waitFor(() => expect([bench.ids.length, bench.drafts.size]).toEqual([2, 2]))
    const kept = bench.ids
    cleanup()
    const reading = later()
    bench.holdIds = reading.promise
    await show()
    drop([model('wool-hat.glb'), model('silk-shirt.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    expect(bench.ids).toBe(kept)
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    await waitFor(() => expect(bench.ids).toHaveLength(4))
  })
})
