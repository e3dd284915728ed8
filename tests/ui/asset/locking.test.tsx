// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alert, form, LATER, open, status, submit } from './form-bench.tsx'
import { button, nameField, offline, pageOf, press, refusal, saveButton, stubPage, typeName } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the lock', () => {
  test('makes the fields read-only and takes Save away; opening it brings both back', async () => {
    const shown = await open()
    await press('Lock')
    expect(shown.last('setLock').given).toEqual([true])
    await shown.last('setLock').answer(pageOf({ locked: true }))
    expect(nameField().readOnly).toBe(true)
    expect(screen.queryByText('Save changes', { selector: 'button' })).toBe(null)
    expect(screen.getAllByText('Locked').length).toBeGreaterThan(0)
    await press('Unlock')
    expect(shown.last('setLock').given).toEqual([false])
    await shown.last('setLock').answer(pageOf())
    expect(nameField().readOnly).toBe(false)
    expect(saveButton()).toBeTruthy()
  })

  test('that could not be set says why and leaves all as it is', async () => {
    const shown = await open()
    typeName('Mine')
    await press('Lock')
    await shown.last('setLock').fail(offline())
    expect(alert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, nameField().readOnly]).toEqual(['Mine', false])
    await press('Lock')
    await shown.last('setLock').answer(pageOf({ locked: true }))
    expect(within(form()).queryByRole('alert')).toBe(null)
  })

  test('waits while a change is being saved, and says so', async () => {
    const shown = await open()
    typeName('Mine')
    await submit()
    const lock = button('Lock')
    expect(lock.getAttribute('aria-disabled')).toBe('true')
    await press('Lock')
    expect(shown.last('save')).toBeTruthy()
    await shown.last('save').answer(pageOf({ name: 'Mine', updatedAt: LATER }))
    expect(lock.getAttribute('aria-disabled')).toBe(null)
  })

  test('lets a change that is submitted while it is being set follow, and only then is that saved', async () => {
    const shown = await open()
    await press('Lock')
    typeName('Mine')
    await submit()
    expect(shown.asked.map(({ what }) => what)).toEqual(['load', 'setLock'])
    expect(status()).toBe(null)
    await shown.last('setLock').fail(offline())
    expect(shown.last('save').given[0]).toEqual({ name: 'Mine' })
    await shown.last('save').answer(pageOf({ name: 'Mine', updatedAt: LATER }))
    expect(status()).not.toBe(null)
  })

  test('of somebody else, met while saving, is shown with the reason; what was typed stays', async () => {
    const shown = await open()
    typeName('Mine')
    await submit()
    await shown.last('save').fail(refusal('ASSET_LOCKED', 423))
    await shown.last('load').answer(pageOf({ locked: true, updatedAt: LATER }))
    expect(alert().textContent).toMatch(/locked/i)
    expect([nameField().value, nameField().readOnly]).toEqual(['Mine', true])
  })

  test('who may not set it sees no button, and who may only look no Save', async () => {
    await open({}, { ability: [['read', 'all']] })
    expect(screen.queryByText('Lock', { selector: 'button' })).toBe(null)
    expect(screen.queryByText('Save changes', { selector: 'button' })).toBe(null)
    expect(nameField().readOnly).toBe(true)
    expect(screen.getByText('View only. Editors can change it.')).toBeTruthy()
  })
})
