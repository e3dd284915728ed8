// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { collectPageCommands } from '../../../src/ui/page-commands.ts'
import { createAssetPage, createOfflineError, press, showAsset, stubBrowserApis } from './support.tsx'

beforeEach(stubBrowserApis)

async function open() {
  const view = await showAsset()
  await view.lastCall('load').resolve(createAssetPage())
  await press('Actions for Ferry Cap')
  const item = await screen.findByRole('menuitem', { name: 'Lock with a reason…' })
  await act(async () => fireEvent.click(item))
  await screen.findByRole('dialog', { name: 'Lock Ferry Cap' })
  return view
}

const dialog = () => screen.queryByRole('dialog', { name: /^Lock / })
const field = () => screen.getByLabelText<HTMLInputElement>('Reason')
const typeReason = (reason: string) => fireEvent.change(field(), { target: { value: reason } })
const submit = () => act(async () => void fireEvent.submit(field().form!))

test('locks the asset with the typed reason on Enter, and shows the reason', async () => {
  const view = await open()
  expect(field().maxLength).toBe(200)
  typeReason('  On \u202esale ')
  await submit()
  expect(view.lastCall('setLock').args).toEqual([true, 'On sale'])
  await view.lastCall('setLock').resolve(createAssetPage({ locked: true, lockReason: 'On sale' }))
  expect([dialog(), screen.getByText('On sale', { selector: 'q' }).textContent]).toEqual([null, 'On sale'])
  await press('Unlock')
  expect(view.lastCall('setLock').args).toEqual([false])
})

test('locks without a reason if the field is blank; a failed request shows an error and keeps the input', async () => {
  const view = await open()
  typeReason('   ')
  await submit()
  expect(view.lastCall('setLock').args).toEqual([true])
  await view.lastCall('setLock').reject(createOfflineError())
  expect(dialog()!.querySelector('[role="alert"]')?.textContent).toMatch(/can’t reach/)
  typeReason('On sale')
  await submit()
  expect(dialog()!.querySelector('[role="alert"]')).toBe(null)
  await view.lastCall('setLock').reject(createOfflineError())
  expect(field().value).toBe('On sale')
})

test('offers the command “Lock with a reason…” only for an unlocked asset', async () => {
  const offers = async (...args: Parameters<typeof createAssetPage>) => {
    const view = await showAsset()
    await view.lastCall('load').resolve(createAssetPage(...args))
    const labels = collectPageCommands().flatMap(({ commands }) => commands.map(({ label }) => label))
    view.unmount()
    return labels.includes('Lock with a reason…')
  }
  expect([await offers(), await offers({ locked: true })]).toEqual([true, false])
})

test('shows the reason of a lock in the history', async () => {
  const entry = { id: 'e', at: '2026-11-01T08:00:00.000Z', actor: { id: 'u' }, action: 'locked' }
  const changes = [
    { field: 'locked', before: false, after: true },
    { field: 'lockReason', after: 'On sale' },
  ]
  const view = await showAsset()
  await view.lastCall('load').resolve(createAssetPage({ locked: true }, { history: [{ ...entry, changes }] }))
  expect(screen.getByText('On sale', { selector: 'ins' }).parentElement!.textContent).toBe('Reason On sale')
})
