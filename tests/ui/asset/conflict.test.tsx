// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  chooseType,
  detailsForm,
  formAlert,
  isSaveDisabled,
  LATER_TIME,
  LATEST_TIME,
  openAsset,
  savedStatus,
  submitForm,
} from './form-fixture.tsx'
import {
  createAssetPage,
  createOfflineError,
  createRefusalError,
  getButton,
  nameField,
  press,
  stubBrowserApis,
  typeName,
} from './support.tsx'

beforeEach(stubBrowserApis)

describe('an edit conflict', () => {
  async function openConflict() {
    const view = await openAsset()
    typeName('Mine')
    await submitForm()
    await view.lastCall('save').reject(createRefusalError('STALE_WRITE', 412))
    await view.lastCall('load').resolve(createAssetPage({ name: 'Theirs', gender: 'female', updatedAt: LATER_TIME }))
    expect(screen.getByText('Name: theirs “Theirs”, yours “Mine”')).toBeTruthy()
    return view
  }

  test('ends on “Keep theirs”: fills all fields with the version of the other user and saves nothing', async () => {
    const view = await openConflict()
    const calls = view.calls.length
    await press('Keep theirs')
    expect(view.calls).toHaveLength(calls)
    expect([nameField().value, isSaveDisabled(), savedStatus()]).toEqual(['Theirs', true, null])
    expect(within(detailsForm()).getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
    expect(screen.queryByText(/yours “Mine”/)).toBe(null)
    // The next change is based on the other user's version.
    typeName('Mine after all')
    await submitForm()
    expect(view.lastCall('save').args).toEqual([{ name: 'Mine after all' }, LATER_TIME])
  })

  test('ends on “Save mine”: saves only the changed field, over the version of the other user', async () => {
    const view = await openConflict()
    await press('Save mine')
    expect(view.lastCall('save').args).toEqual([{ name: 'Mine' }, LATER_TIME])
    await view.lastCall('save').resolve(createAssetPage({ name: 'Mine', gender: 'female', updatedAt: LATEST_TIME }))
    expect([nameField().value, isSaveDisabled()]).toEqual(['Mine', true])
    expect(savedStatus()).not.toBe(null)
    expect(within(detailsForm()).getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
  })

  test('appears again if a third user saves before “Save mine”, and keeps the input', async () => {
    const view = await openConflict()
    await press('Save mine')
    await view.lastCall('save').reject(createRefusalError('STALE_WRITE', 412))
    await view.lastCall('load').resolve(createAssetPage({ name: 'Third', updatedAt: LATEST_TIME }))
    expect(screen.getByText('Name: theirs “Third”, yours “Mine”')).toBeTruthy()
    await press('Save mine')
    expect(view.lastCall('save').args).toEqual([{ name: 'Mine' }, LATEST_TIME])
  })

  test('shows an error if the latest version fails to load, keeps the input, and allows saving again', async () => {
    const view = await openAsset()
    typeName('Mine')
    await submitForm()
    await view.lastCall('save').reject(createRefusalError('STALE_WRITE', 412))
    await view.lastCall('load').reject(createOfflineError())
    expect(formAlert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, isSaveDisabled()]).toEqual(['Mine', false])
    await submitForm()
    expect(view.lastCall('save').args[0]).toEqual({ name: 'Mine' })
  })

  test('disables “Lock” and “Delete” until the user resolves the conflict', async () => {
    const view = await openConflict()
    const calls = view.calls.length
    expect(getButton('Lock').getAttribute('aria-disabled')).toBe('true')
    await press('Actions for Theirs')
    expect((await screen.findByRole('menuitem', { name: /Delete/ })).getAttribute('aria-disabled')).toBe('true')
    expect(view.calls).toHaveLength(calls)
  })
})

describe('changes by another user that arrive during editing', () => {
  test('appear in untouched fields and are not overwritten by the next save', async () => {
    const view = await openAsset()
    await press('Lock')
    await view.lastCall('setLock').resolve(createAssetPage({ name: 'Theirs', locked: true, updatedAt: LATER_TIME }))
    expect(nameField().value).toBe('Theirs')
    await press('Unlock')
    await view.lastCall('setLock').resolve(createAssetPage({ name: 'Theirs', updatedAt: LATEST_TIME }))
    await chooseType('Footwear')
    await submitForm()
    expect(view.lastCall('save').args).toEqual([{ type: 'footwear' }, LATEST_TIME])
  })

  test('cause a conflict in fields the user changed too', async () => {
    const view = await openAsset()
    typeName('Mine')
    await press('Lock')
    await view.lastCall('setLock').resolve(createAssetPage({ name: 'Theirs', locked: true, updatedAt: LATER_TIME }))
    await press('Unlock')
    await view.lastCall('setLock').resolve(createAssetPage({ name: 'Theirs', updatedAt: LATEST_TIME }))
    expect(nameField().value).toBe('Mine')
    const calls = view.calls.length
    await submitForm()
    expect(view.calls).toHaveLength(calls)
    expect(screen.getByText('Name: theirs “Theirs”, yours “Mine”')).toBeTruthy()
    await press('Save mine')
    expect(view.lastCall('save').args).toEqual([{ name: 'Mine' }, LATEST_TIME])
  })

  test('cause no conflict and need no save if the user made the same change', async () => {
    const view = await openAsset()
    typeName('Same')
    await press('Lock')
    await view.lastCall('setLock').resolve(createAssetPage({ name: 'Same', updatedAt: LATER_TIME }))
    expect([nameField().value, isSaveDisabled()]).toEqual(['Same', true])
  })
})
