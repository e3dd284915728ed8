// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { button, offline, pageOf, press, showAsset, stubPage } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(...given: Parameters<typeof pageOf>) {
  const shown = await showAsset({ shows: 'aside' })
  await shown.last('load').answer(pageOf(...given))
  return shown
}

const field = () => screen.queryByLabelText<HTMLInputElement>('Reason (optional)')
const give = (reason: string) => fireEvent.change(field()!, { target: { value: reason } })
const submit = () => act(async () => void fireEvent.submit(field()!.form!))

test('locks at one press without a reason', async () => {
  const shown = await open()
  expect(field()).toBe(null)
  await press('Lock')
  expect(shown.last('setLock').given).toEqual([true])
})

test('a reason is asked for where one wants to give it, goes with the lock by Enter, and stands on the lock', async () => {
  const shown = await open()
  await press('Give a reason…')
  await vi.waitFor(() => expect(document.activeElement === field()).toBe(true))
  expect(field()!.maxLength).toBe(200)
  give('  On \u202esale ')
  await submit()
  expect(shown.last('setLock').given).toEqual([true, 'On sale'])
  await shown.last('setLock').answer(pageOf({ locked: true, lockReason: 'On sale' }))
  expect(screen.getByText('On sale', { selector: 'q' })).toBeTruthy()
  expect([field() === null, document.activeElement === button('Unlock')]).toEqual([true, true])
  await press('Unlock')
  expect(shown.last('setLock').given).toEqual([false])
  await shown.last('setLock').answer(pageOf())
  expect(field()).toBe(null)
})

test('an empty reason is none, and one that was refused is still there', async () => {
  const shown = await open()
  await press('Give a reason…')
  give('   ')
  await submit()
  expect(shown.last('setLock').given).toEqual([true])
  await shown.last('setLock').fail(offline())
  give('On sale')
  await submit()
  await shown.last('setLock').fail(offline())
  expect(field()!.value).toBe('On sale')
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
