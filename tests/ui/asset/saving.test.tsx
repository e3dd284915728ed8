// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
  nameField,
  press,
  saveButton,
  showAsset,
  stubBrowserApis,
  typeName,
} from './support.tsx'

beforeEach(stubBrowserApis)

describe('saving', () => {
  test('is disabled while all values equal the saved ones, but its button stays focusable', async () => {
    await openAsset()
    const save = saveButton()
    const appearance = () => [isSaveDisabled(), save.className]
    const initial = appearance()
    expect(initial[0]).toBe(true)
    save.focus()
    expect(document.activeElement).toBe(save)
    typeName('Harbour Cap')
    expect(isSaveDisabled()).toBe(false)
    expect(save.className).not.toBe(initial[1])
    typeName('Ferry Cap')
    expect(appearance()).toEqual(initial)
    expect(saveButton()).toBe(save)
  })

  test('shows a confirmation at the button for one minute or until the next change', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const view = await openAsset()
    expect(savedStatus()).toBe(null)
    for (const end of ['typed', 'passed']) {
      typeName(`Cap ${end}`)
      await press('Save changes')
      expect(savedStatus()).toBe(null)
      await view.lastCall('save').resolve(createAssetPage({ name: `Cap ${end}`, updatedAt: LATER_TIME }))
      expect(savedStatus()?.closest('[role="status"]')).not.toBe(null)
      expect(isSaveDisabled()).toBe(true)
      await act(async () => vi.advanceTimersByTime(59_000))
      expect(savedStatus()).not.toBe(null)
      if (end === 'typed') typeName('Another')
      else await act(async () => vi.advanceTimersByTime(1_500))
      expect(savedStatus()).toBe(null)
    }
  })

  test('by Enter keeps the focus in the same field', async () => {
    const view = await openAsset()
    const field = nameField()
    field.focus()
    typeName('Harbour Cap')
    await submitForm()
    await view.lastCall('save').resolve(createAssetPage({ name: 'Harbour Cap', updatedAt: LATER_TIME }))
    expect(document.querySelector('h1')!.textContent).toBe('Harbour Cap')
    expect(nameField()).toBe(field)
    expect(document.activeElement).toBe(field)
    // Later changes are compared with the values just saved.
    typeName('Ferry Cap')
    await submitForm()
    expect(view.lastCall('save').args).toEqual([{ name: 'Ferry Cap' }, LATER_TIME])
  })

  test.each([
    ['Ctrl S', { key: 's', ctrlKey: true }],
    ['⌘ S', { key: 's', metaKey: true }],
    ['Ctrl S under caps lock', { key: 'S', ctrlKey: true }],
  ])('by %s works anywhere on the page and never opens the browser dialog', async (_, keys) => {
    const view = await openAsset()
    expect(fireEvent.keyDown(document.body, keys)).toBe(false)
    expect(view.calls.map(({ method }) => method)).toEqual(['load'])
    typeName('Harbour Cap')
    for (const other of [{ altKey: true }, { shiftKey: true }, { repeat: true }])
      fireEvent.keyDown(document.body, { ...keys, ...other })
    expect(view.calls.map(({ method }) => method)).toEqual(['load'])
    await act(async () => expect(fireEvent.keyDown(document.body, keys)).toBe(false))
    expect(view.lastCall('save').args[0]).toEqual({ name: 'Harbour Cap' })
    // Pressing the keys again during the request does not save again.
    await act(async () => void fireEvent.keyDown(document.body, keys))
    expect(view.calls.filter(({ method }) => method === 'save')).toHaveLength(1)
  })

  test('by Ctrl S works while a toast is shown', async () => {
    const view = await openAsset()
    typeName('Harbour Cap')
    const region = document.createElement('div')
    region.setAttribute('role', 'region')
    region.innerHTML = '<div role="alertdialog"></div>'
    document.body.append(region)
    await act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))
    region.remove()
    expect(view.lastCall('save').args[0]).toEqual({ name: 'Harbour Cap' })
  })

  test('by Ctrl S does nothing while a menu is open, and is left to the browser on a locked asset', async () => {
    const view = await openAsset()
    typeName('Harbour Cap')
    await press('Actions for Ferry Cap')
    await screen.findByRole('menu')
    await act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))
    expect(view.calls.map(({ method }) => method)).toEqual(['load'])
    cleanup()
    await openAsset({ locked: true })
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true)
  })

  test('without changes sends no request', async () => {
    const view = await openAsset()
    await submitForm()
    await press('Save changes')
    expect(view.calls.map(({ method }) => method)).toEqual(['load'])
  })

  test('sends the id of the chosen body, or null for “No body”; an asset that is a body has no such field', async () => {
    const view = await showAsset()
    const bodies = [{ id: 'b1', name: 'Fern' }]
    await view.lastCall('load').resolve(createAssetPage({ bodyId: 'b2' }, { bodies }))
    const field = () => within(detailsForm()).getByRole('button', { name: /Body/ })
    const choose = async (name: string) => {
      fireEvent.click(field())
      fireEvent.click(await screen.findByRole('option', { name }))
    }
    expect(field().textContent).toContain('Another body')
    await choose('No body')
    await submitForm()
    expect(view.lastCall('save').args[0]).toEqual({ bodyId: null })
    await view.lastCall('save').resolve(createAssetPage({ updatedAt: LATER_TIME }, { bodies }))
    expect(field().textContent).toContain('No body')
    await choose('Fern')
    await submitForm()
    expect(view.lastCall('save').args[0]).toEqual({ bodyId: 'b1' })
    await view.lastCall('save').resolve(createAssetPage({ bodyId: 'b1', updatedAt: LATEST_TIME }, { bodies }))
    await chooseType('Body shape')
    expect(within(detailsForm()).queryByRole('button', { name: /Fern/ })).toBe(null)
  })

  test('keeps text typed during the request, and the next save sends this text', async () => {
    const view = await openAsset()
    typeName('Harbour Cap')
    await submitForm()
    typeName('Harbour Cap II')
    await view.lastCall('save').resolve(createAssetPage({ name: 'Harbour Cap', updatedAt: LATER_TIME }))
    expect([nameField().value, isSaveDisabled(), savedStatus()]).toEqual(['Harbour Cap II', false, null])
    await submitForm()
    expect(view.lastCall('save').args).toEqual([{ name: 'Harbour Cap II' }, LATER_TIME])
  })

  test('without a connection shows an error and keeps all input, and works on the next press', async () => {
    const view = await openAsset()
    nameField().focus()
    typeName('Harbour Cap')
    await chooseType('Footwear')
    await submitForm()
    await view.lastCall('save').reject(createOfflineError())
    expect(formAlert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, isSaveDisabled(), savedStatus()]).toEqual(['Harbour Cap', false, null])
    await submitForm()
    expect(view.lastCall('save').args).toEqual([{ name: 'Harbour Cap', type: 'footwear' }, '2026-11-02T08:00:00.000Z'])
    await view
      .lastCall('save')
      .resolve(createAssetPage({ name: 'Harbour Cap', type: 'footwear', updatedAt: LATER_TIME }))
    expect(within(detailsForm()).queryByRole('alert')).toBe(null)
    expect(savedStatus()).not.toBe(null)
  })

  test('with an empty name shows an error at the field, focuses the field and sends no request', async () => {
    const view = await openAsset()
    typeName('')
    await press('Save changes')
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(nameField())
    expect(view.calls).toHaveLength(1)
  })
})
