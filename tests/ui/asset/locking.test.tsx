// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { detailsForm, formAlert, LATER_TIME, openAsset, savedStatus, submitForm } from './form-fixture.tsx'
import {
  createAssetPage,
  createOfflineError,
  createRefusalError,
  getButton,
  nameField,
  press,
  saveButton,
  stubBrowserApis,
  typeName,
} from './support.tsx'

beforeEach(stubBrowserApis)

describe('locking', () => {
  test('makes the fields read-only and hides Save; unlocking makes the fields editable and shows Save', async () => {
    const view = await openAsset()
    await press('Lock')
    expect(view.lastCall('setLock').args).toEqual([true])
    await view.lastCall('setLock').resolve(createAssetPage({ locked: true }))
    expect(nameField().readOnly).toBe(true)
    expect(screen.queryByText('Save changes', { selector: 'button' })).toBe(null)
    expect(screen.getAllByText('Locked').length).toBeGreaterThan(0)
    await press('Unlock')
    expect(view.lastCall('setLock').args).toEqual([false])
    await view.lastCall('setLock').resolve(createAssetPage())
    expect(nameField().readOnly).toBe(false)
    expect(saveButton()).toBeTruthy()
  })

  test('shows an error if the request fails, and keeps the fields editable with their input', async () => {
    const view = await openAsset()
    typeName('Mine')
    await press('Lock')
    await view.lastCall('setLock').reject(createOfflineError())
    expect(formAlert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, nameField().readOnly]).toEqual(['Mine', false])
    await press('Lock')
    await view.lastCall('setLock').resolve(createAssetPage({ locked: true }))
    expect(within(detailsForm()).queryByRole('alert')).toBe(null)
  })

  test('is disabled while a change is being saved', async () => {
    const view = await openAsset()
    typeName('Mine')
    await submitForm()
    const lock = getButton('Lock')
    expect(lock.getAttribute('aria-disabled')).toBe('true')
    await press('Lock')
    expect(view.lastCall('save')).toBeTruthy()
    await view.lastCall('save').resolve(createAssetPage({ name: 'Mine', updatedAt: LATER_TIME }))
    expect(lock.getAttribute('aria-disabled')).toBe(null)
  })

  test('delays a save that is submitted during the lock request until that request ends', async () => {
    const view = await openAsset()
    await press('Lock')
    typeName('Mine')
    await submitForm()
    expect(view.calls.map(({ method }) => method)).toEqual(['load', 'setLock'])
    expect(savedStatus()).toBe(null)
    await view.lastCall('setLock').reject(createOfflineError())
    expect(view.lastCall('save').args[0]).toEqual({ name: 'Mine' })
    await view.lastCall('save').resolve(createAssetPage({ name: 'Mine', updatedAt: LATER_TIME }))
    expect(savedStatus()).not.toBe(null)
  })

  test('by another user during a save shows that the asset is locked, and keeps the input', async () => {
    const view = await openAsset()
    typeName('Mine')
    await submitForm()
    await view.lastCall('save').reject(createRefusalError('ASSET_LOCKED', 423))
    await view.lastCall('load').resolve(createAssetPage({ locked: true, updatedAt: LATER_TIME }))
    expect(formAlert().textContent).toMatch(/locked/i)
    expect([nameField().value, nameField().readOnly]).toEqual(['Mine', true])
  })

  test('is not offered to users with read permission only, and neither is Save', async () => {
    await openAsset({}, { ability: [['read', 'all']] })
    expect(screen.queryByText('Lock', { selector: 'button' })).toBe(null)
    expect(screen.queryByText('Save changes', { selector: 'button' })).toBe(null)
    expect(nameField().readOnly).toBe(true)
    expect(screen.getByText('View only. Editors can change it.')).toBeTruthy()
  })
})
