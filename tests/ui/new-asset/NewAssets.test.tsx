// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import { bench, drop, later, model, nameIn, press, setUpQueue, show } from './queue-bench.tsx'

setUpQueue()

describe('several models at once', () => {
  test('each gets a row with a name guessed from its file, and all that are ready are made', async () => {
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb'), model('thing.glb')])
    await screen.findByText('0 of 3 created, 2 ready.')
    expect(nameIn('peat-boot.glb').value).toBe('Peat Boot')
    await press('Create 2 assets')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(bench.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat'])
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('one that the service refuses keeps its row and its words, and only it is sent again, as the same intent', async () => {
    bench.failing = ['Wool Hat']
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    await press('Create 2 assets')
    const row = screen.getByRole('form', { name: 'wool-hat.glb' })
    expect((await within(row).findByRole('alert')).textContent).toContain('can’t reach the service')
    bench.failing = []
    await press('Create 1 asset')
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(bench.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Wool Hat'])
    expect(bench.created[1]?.key).toBe(bench.created[2]?.key)
    expect(screen.getByText('Go to assets')).toBeTruthy()
  })

  test('pressed twice, each is made once', async () => {
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    const button = screen.getByRole('button', { name: 'Create 2 assets' })
    await act(async () => {
      button.click()
      button.click()
    })
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(bench.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat'])
  })

  test('of many one that fails is told in its row, in the order of the rows, three at a time', async () => {
    bench.failing = ['Wool Hat']
    const making = later()
    bench.holdMaking = making.promise
    await show()
    const names = ['peat-boot', 'wool-hat', 'rain-coat', 'silk-shirt', 'ferry-cap']
    drop(names.map((name) => model(`${name}.glb`)))
    await screen.findByText('0 of 5 created, 5 ready.')
    await press('Create 5 assets')
    expect(bench.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Rain Coat'])
    making.end()
    expect(await screen.findByText('4 of 5 created, 1 ready.')).toBeTruthy()
    expect(bench.created.map(({ name }) => name)).toEqual([
      'Peat Boot',
      'Wool Hat',
      'Rain Coat',
      'Silk Shirt',
      'Ferry Cap',
    ])
    expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['wool-hat.glb'])
  })
})
