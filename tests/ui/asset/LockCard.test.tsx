// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offered } from '../../../src/ui/offers.ts'
import { offline, pageOf, press, showAsset, stubPage } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows an asset's page, and asks for the reason of a lock by the menu. */
async function open() {
  const shown = await showAsset()
  await shown.last('load').answer(pageOf())
  await press('Actions for Ferry Cap')
  await act(async () => fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock with a reason…' })))
  await screen.findByRole('dialog', { name: 'Lock Ferry Cap' })
  return shown
}

const dialog = () => screen.queryByRole('dialog', { name: /^Lock / })
const field = () => screen.getByLabelText<HTMLInputElement>('Reason')
const give = (reason: string) => fireEvent.change(field(), { target: { value: reason } })
const submit = () => act(async () => void fireEvent.submit(field().form!))

test('a reason goes with the lock by Enter and stands on the lock', async () => {
  const shown = await open()
  expect(field().maxLength).toBe(200)
  give('  On \u202esale ')
  await submit()
  expect(shown.last('setLock').given).toEqual([true, 'On sale'])
  await shown.last('setLock').answer(pageOf({ locked: true, lockReason: 'On sale' }))
  expect([dialog(), screen.getByText('On sale', { selector: 'q' }).textContent]).toEqual([null, 'On sale'])
  await press('Unlock')
  expect(shown.last('setLock').given).toEqual([false])
})

test('an empty reason is none, and what was refused says so and is still there', async () => {
  const shown = await open()
  give('   ')
  await submit()
  expect(shown.last('setLock').given).toEqual([true])
  await shown.last('setLock').fail(offline())
  expect(dialog()!.querySelector('[role="alert"]')?.textContent).toMatch(/can’t reach/)
  give('On sale')
  await submit()
  expect(dialog()!.querySelector('[role="alert"]')).toBe(null)
  await shown.last('setLock').fail(offline())
  expect(field().value).toBe('On sale')
})

test('it is offered for what is unlocked, to those who may lock', async () => {
  const offers = async (...given: Parameters<typeof pageOf>) => {
    const shown = await showAsset()
    await shown.last('load').answer(pageOf(...given))
    const found = offered().flatMap(({ offers }) => offers.map(({ label }) => label))
    shown.unmount()
    return found.includes('Lock with a reason…')
  }
  expect([await offers(), await offers({ locked: true })]).toEqual([true, false])
})

test('the history says why it was locked', async () => {
  const entry = { id: 'e', at: '2026-11-01T08:00:00.000Z', actor: { id: 'u' }, action: 'locked' }
  const changes = [
    { field: 'locked', before: false, after: true },
    { field: 'lockReason', after: 'On sale' },
  ]
  const shown = await showAsset()
  await shown.last('load').answer(pageOf({ locked: true }, { history: [{ ...entry, changes }] }))
  expect(screen.getByText('On sale', { selector: 'ins' }).parentElement!.textContent).toBe('Reason On sale')
})
