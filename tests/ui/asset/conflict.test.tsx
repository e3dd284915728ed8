// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alert, chooseType, form, isQuiet, LATER, LATEST, open, status, submit } from './form-bench.tsx'
import { button, nameField, offline, pageOf, press, refusal, stubPage, typeName } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a conflict', () => {
  /** Mine is typed and submitted, theirs was saved before. */
  async function meet() {
    const shown = await open()
    typeName('Mine')
    await submit()
    await shown.last('save').fail(refusal('STALE_WRITE', 412))
    await shown.last('load').answer(pageOf({ name: 'Theirs', gender: 'female', updatedAt: LATER }))
    expect(screen.getByText('Name: theirs “Theirs”, yours “Mine”')).toBeTruthy()
    return shown
  }

  test('can be ended by taking theirs: nothing is saved over it, and all of it stands in the fields', async () => {
    const shown = await meet()
    const calls = shown.asked.length
    await press('Keep theirs')
    expect(shown.asked).toHaveLength(calls)
    expect([nameField().value, isQuiet(), status()]).toEqual(['Theirs', true, null])
    expect(within(form()).getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
    expect(screen.queryByText(/yours “Mine”/)).toBe(null)
    // The next change is made to their version.
    typeName('Mine after all')
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Mine after all' }, LATER])
  })

  test('can be ended by keeping mine: it alone is saved, over the version that was shown', async () => {
    const shown = await meet()
    await press('Save mine')
    expect(shown.last('save').given).toEqual([{ name: 'Mine' }, LATER])
    await shown.last('save').answer(pageOf({ name: 'Mine', gender: 'female', updatedAt: LATEST }))
    expect([nameField().value, isQuiet()]).toEqual(['Mine', true])
    expect(status()).not.toBe(null)
    expect(within(form()).getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
  })

  test('comes again where a third person was faster still, and mine is not lost', async () => {
    const shown = await meet()
    await press('Save mine')
    await shown.last('save').fail(refusal('STALE_WRITE', 412))
    await shown.last('load').answer(pageOf({ name: 'Third', updatedAt: LATEST }))
    expect(screen.getByText('Name: theirs “Third”, yours “Mine”')).toBeTruthy()
    await press('Save mine')
    expect(shown.last('save').given).toEqual([{ name: 'Mine' }, LATEST])
  })

  test('that cannot be looked at offline says so, keeps mine, and can be tried again', async () => {
    const shown = await open()
    typeName('Mine')
    await submit()
    await shown.last('save').fail(refusal('STALE_WRITE', 412))
    await shown.last('load').fail(offline())
    expect(alert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, isQuiet()]).toEqual(['Mine', false])
    await submit()
    expect(shown.last('save').given[0]).toEqual({ name: 'Mine' })
  })

  test('leaves no dead button: the lock and deleting wait until it is ended, and say so', async () => {
    const shown = await meet()
    const calls = shown.asked.length
    expect(button('Lock').getAttribute('aria-disabled')).toBe('true')
    await press('Actions for Theirs')
    expect((await screen.findByRole('menuitem', { name: /Delete/ })).getAttribute('aria-disabled')).toBe('true')
    expect(shown.asked).toHaveLength(calls)
  })
})

describe('what others changed meanwhile', () => {
  test('stands in the fields nobody touched, and is not written back by the next save', async () => {
    const shown = await open()
    await press('Lock')
    await shown.last('setLock').answer(pageOf({ name: 'Theirs', locked: true, updatedAt: LATER }))
    expect(nameField().value).toBe('Theirs')
    await press('Unlock')
    await shown.last('setLock').answer(pageOf({ name: 'Theirs', updatedAt: LATEST }))
    await chooseType('Footwear')
    await submit()
    expect(shown.last('save').given).toEqual([{ type: 'footwear' }, LATEST])
  })

  test('and I changed too is a conflict, not silently mine', async () => {
    const shown = await open()
    typeName('Mine')
    await press('Lock')
    await shown.last('setLock').answer(pageOf({ name: 'Theirs', locked: true, updatedAt: LATER }))
    await press('Unlock')
    await shown.last('setLock').answer(pageOf({ name: 'Theirs', updatedAt: LATEST }))
    expect(nameField().value).toBe('Mine')
    await submit()
    expect(shown.last('setLock')).toBeTruthy()
    expect(screen.getByText('Name: theirs “Theirs”, yours “Mine”')).toBeTruthy()
    await press('Save mine')
    expect(shown.last('save').given).toEqual([{ name: 'Mine' }, LATEST])
  })

  test('to the same as I did is no conflict and nothing to save', async () => {
    const shown = await open()
    typeName('Same')
    await press('Lock')
    await shown.last('setLock').answer(pageOf({ name: 'Same', updatedAt: LATER }))
    expect([nameField().value, isQuiet()]).toEqual(['Same', true])
  })
})
