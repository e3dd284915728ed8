// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAsset } from '../../support/create-asset.ts'
import { isSaveDisabled, LATER_TIME, openAsset, submitForm } from './form-fixture.tsx'
import {
  createAssetPage,
  createOfflineError,
  createRefusalError,
  getButton,
  nameField,
  press,
  showAsset,
  stubBrowserApis,
  typeName,
} from './support.tsx'

beforeEach(stubBrowserApis)

test('offers “Use as template…” to admins only', async () => {
  const view = await openAsset()
  await press('Actions for Ferry Cap')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Use as template…' }))
  expect(view.copied).toEqual(['0190a5f0-0000-7000-8000-000000000001'])
  cleanup()
  await openAsset({}, { ability: [['read,update,lock,delete', 'Asset']] })
  await press('Actions for Ferry Cap')
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: 'Use as template…' })).toBeNull()
})

describe('deleting an asset', () => {
  test('asks for no confirmation, and passes the asset id to the list page without an API call', async () => {
    const view = await openAsset()
    typeName('Mine')
    await press('Actions for Ferry Cap')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(view.deleted).toEqual(['0190a5f0-0000-7000-8000-000000000001'])
    expect(screen.queryByRole('alertdialog')).toBe(null)
    expect(view.calls.map(({ method }) => method)).toEqual(['load'])
  })

  test('is disabled in the menu of a locked asset, with the reason', async () => {
    await openAsset({ locked: true })
    await press('Actions for Ferry Cap')
    const item = await screen.findByRole('menuitem', { name: /Delete/ })
    expect([item.getAttribute('aria-disabled'), item.textContent]).toEqual(['true', expect.stringContaining('Locked')])
  })
})

test('offers full screen only in browsers that support full screen', async () => {
  const fullScreenButton = () => screen.queryByRole('button', { name: 'Full screen' })
  await openAsset()
  expect(fullScreenButton()).toBe(null)
  cleanup()
  Object.assign(document, { fullscreenEnabled: true })
  try {
    await openAsset()
    expect(fullScreenButton()).toBeTruthy()
  } finally {
    Object.assign(document, { fullscreenEnabled: undefined })
  }
})

test('shows the tags of the asset in their colours', async () => {
  const view = await showAsset()
  const tag = { tagId: 't1', name: 'winter', color: 'teal', assetCount: 3 }
  await view.lastCall('load').resolve(createAssetPage({ tags: ['t1'] }, { tags: [tag] }))
  const chip = (await screen.findByText('winter')).parentElement!
  expect(chip.querySelector('[data-pigment]')?.getAttribute('data-pigment')).toBe('teal')
})

describe('the activity of an asset', () => {
  test('shows a saved change immediately, above older entries', async () => {
    const entry = (id: string, before: string, after: string) => ({
      id,
      at: LATER_TIME,
      actor: { id: 'user-1', email: 'ada@atelier.example' },
      action: 'updated',
      changes: [{ field: 'name', before, after }],
    })
    const view = await showAsset()
    await view.lastCall('load').resolve(createAssetPage({}, { history: [entry('1', 'Cap', 'Ferry Cap')] }))
    const insertedTexts = () =>
      within(screen.getByRole('group', { name: 'Activity' }))
        .getAllByRole('listitem')
        .map((item) => item.querySelector('ins')?.textContent)
    expect(insertedTexts()).toEqual(['Ferry Cap'])
    typeName('Mine')
    await submitForm()
    const history = [entry('2', 'Ferry Cap', 'Mine'), entry('1', 'Cap', 'Ferry Cap')]
    await view.lastCall('save').resolve(createAssetPage({ name: 'Mine', updatedAt: LATER_TIME }, { history }))
    expect(insertedTexts()).toEqual(['Mine', 'Ferry Cap'])
  })
})

describe('an asset that fails to load', () => {
  test('shows an error and a retry countdown while offline, and is loaded on “Retry”', async () => {
    const view = await showAsset()
    await view.lastCall('load').reject(createOfflineError())
    expect(document.querySelector('h1')?.textContent).toBe('This asset didn’t load')
    expect(screen.getByText(/Atelier can’t reach the service/)).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/^Trying again in \d+ s$/)
    await press('Retry')
    await view.lastCall('load').resolve(createAssetPage())
    expect(nameField().value).toBe('Ferry Cap')
  })

  test('shows a link to the list and no retry if the asset does not exist', async () => {
    const view = await showAsset()
    await view.lastCall('load').reject(createRefusalError('NOT_FOUND', 404))
    expect(document.querySelector('h1')?.textContent).toBe('Asset not found')
    expect(screen.getByRole('link', { name: 'Go to assets' })).toBeTruthy()
    expect(screen.queryByText('Retry', { selector: 'button' })).toBe(null)
  })
})

describe('an asset opened from a list', () => {
  const listedAsset = createAsset({ id: 'asset-1', name: 'Seen Cap', tags: ['t1', 't2'], applications: [] })

  test('shows the data from the list read-only while the asset loads, and ignores a press on “Lock”', async () => {
    const view = await showAsset({ listedAsset })
    expect(view.calls.map(({ method }) => method)).toEqual(['load'])
    expect(document.querySelector('h1')!.textContent).toBe('Seen Cap')
    expect([nameField().value, nameField().readOnly]).toEqual(['Seen Cap', true])
    expect(screen.getByText('Unlocked')).toBeTruthy()
    expect(isSaveDisabled()).toBe(true)
    expect(getButton('Lock').getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByText('No activity yet.')).toBe(null)
    await press('Lock')
    expect(view.calls).toHaveLength(1)
  })

  test('shows the loaded values in the same fields, which become editable', async () => {
    const view = await showAsset({ listedAsset })
    const field = nameField()
    await view.lastCall('load').resolve(createAssetPage({ name: 'Newer Cap', updatedAt: LATER_TIME }))
    expect(nameField()).toBe(field)
    expect([field.value, field.readOnly]).toEqual(['Newer Cap', false])
    expect(isSaveDisabled()).toBe(true)
    typeName('Mine')
    await submitForm()
    expect(view.lastCall('save').args).toEqual([{ name: 'Mine' }, LATER_TIME])
  })

  test('shows an error if the service is unreachable or the asset no longer exists', async () => {
    const view = await showAsset({ listedAsset })
    await view.lastCall('load').reject(createOfflineError())
    expect(document.querySelector('h1')?.textContent).toBe('This asset didn’t load')
    cleanup()
    const missing = await showAsset({ listedAsset })
    await missing.lastCall('load').reject(createRefusalError('NOT_FOUND', 404))
    expect(document.querySelector('h1')?.textContent).toBe('Asset not found')
  })
})
