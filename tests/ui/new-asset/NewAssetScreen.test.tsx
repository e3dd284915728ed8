// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../kit/support.ts'
import {
  createDeferred,
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
  test('adds a row per model, named after its file, and creates an asset for each complete row', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('wool-hat.glb'), modelFile('thing.glb')])
    await screen.findByText('0 of 3 created, 2 ready.')
    expect(nameFieldOf('peat-boot.glb').value).toBe('Peat Boot')
    await press('Create 2 assets')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(fixture.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat'])
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('keeps the row of a failed creation, and retries only that row with the same idempotency key', async () => {
    fixture.failingNames = ['Wool Hat']
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    await press('Create 2 assets')
    const row = screen.getByRole('form', { name: 'wool-hat.glb' })
    expect((await within(row).findByRole('alert')).textContent).toContain('can’t reach the service')
    fixture.failingNames = []
    await press('Create 1 asset')
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(fixture.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Wool Hat'])
    expect(fixture.created[1]?.key).toBe(fixture.created[2]?.key)
    expect(screen.getByText('Go to assets')).toBeTruthy()
  })

  test('creates each asset once when the button is clicked twice', async () => {
    await showQueue()
    dropFiles([modelFile('peat-boot.glb'), modelFile('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    const button = screen.getByRole('button', { name: 'Create 2 assets' })
    await act(async () => {
      button.click()
      button.click()
    })
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(fixture.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat'])
  })

  test('creates assets in row order, three at a time, and keeps the row of a failed creation', async () => {
    fixture.failingNames = ['Wool Hat']
    const creation = createDeferred()
    fixture.holdCreation = creation.promise
    await showQueue()
    const names = ['peat-boot', 'wool-hat', 'rain-coat', 'silk-shirt', 'ferry-cap']
    dropFiles(names.map((name) => modelFile(`${name}.glb`)))
    await screen.findByText('0 of 5 created, 5 ready.')
    await press('Create 5 assets')
    expect(fixture.created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Rain Coat'])
    creation.end()
    expect(await screen.findByText('4 of 5 created, 1 ready.')).toBeTruthy()
    expect(fixture.created.map(({ name }) => name)).toEqual([
      'Peat Boot',
      'Wool Hat',
      'Rain Coat',
      'Silk Shirt',
      'Ferry Cap',
    ])
    expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['wool-hat.glb'])
  })
})
