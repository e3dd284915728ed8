// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { assetWith } from '../../support/assets.ts'
import { isQuiet, LATER, open, submit } from './form-bench.tsx'
import { button, nameField, offline, pageOf, press, refusal, showAsset, stubPage, typeName } from './support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('another is made from it by admins alone', async () => {
  const shown = await open()
  await press('Actions for Ferry Cap')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'New from this…' }))
  expect(shown.copied).toEqual(['0190a5f0-0000-7000-8000-000000000001'])
  cleanup()
  await open({}, { ability: [['read,update,lock,delete', 'Asset']] })
  await press('Actions for Ferry Cap')
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: 'New from this…' })).toBeNull()
})

describe('deleting', () => {
  test('asks nothing: it is left to the list, where Undo stands', async () => {
    const shown = await open()
    typeName('Mine')
    await press('Actions for Ferry Cap')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(shown.deleted).toEqual(['0190a5f0-0000-7000-8000-000000000001'])
    expect(screen.queryByRole('alertdialog')).toBe(null)
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
  })

  test('is not offered for what is locked, and says so', async () => {
    await open({ locked: true })
    await press('Actions for Ferry Cap')
    const item = await screen.findByRole('menuitem', { name: /Delete/ })
    expect([item.getAttribute('aria-disabled'), item.textContent]).toEqual(['true', expect.stringContaining('Locked')])
  })
})

test('the stage fills the screen only where the browser lets it', async () => {
  const full = () => screen.queryByRole('button', { name: 'Full screen' })
  await open()
  expect(full()).toBe(null)
  cleanup()
  Object.assign(document, { fullscreenEnabled: true })
  try {
    await open()
    expect(full()).toBeTruthy()
  } finally {
    Object.assign(document, { fullscreenEnabled: undefined })
  }
})

test('its tags stand in their colours', async () => {
  const shown = await showAsset()
  const tag = { tagId: 't1', name: 'winter', color: 'teal', assetCount: 3 }
  await shown.last('load').answer(pageOf({ tags: ['t1'] }, { tags: [tag] }))
  const chip = (await screen.findByText('winter')).parentElement!
  expect(chip.querySelector('[data-pigment]')?.getAttribute('data-pigment')).toBe('teal')
})

describe('activity', () => {
  test('tells of a change at once when it is saved, newest first', async () => {
    const entry = (id: string, before: string, after: string) => ({
      id,
      at: LATER,
      actor: { id: 'user-1', email: 'ada@atelier.example' },
      action: 'updated',
      changes: [{ field: 'name', before, after }],
    })
    const shown = await showAsset()
    await shown.last('load').answer(pageOf({}, { history: [entry('1', 'Cap', 'Ferry Cap')] }))
    const told = () =>
      within(screen.getByRole('group', { name: 'Activity' }))
        .getAllByRole('listitem')
        .map((item) => item.querySelector('ins')?.textContent)
    expect(told()).toEqual(['Ferry Cap'])
    typeName('Mine')
    await submit()
    const history = [entry('2', 'Ferry Cap', 'Mine'), entry('1', 'Cap', 'Ferry Cap')]
    await shown.last('save').answer(pageOf({ name: 'Mine', updatedAt: LATER }, { history }))
    expect(told()).toEqual(['Mine', 'Ferry Cap'])
  })
})

describe('without a connection', () => {
  test('the page says so, counts down, and comes when it is tried again', async () => {
    const shown = await showAsset()
    await shown.last('load').fail(offline())
    expect(document.querySelector('h1')?.textContent).toBe('This asset didn’t load')
    expect(screen.getByText(/Atelier can’t reach the service/)).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/^Trying again in \d+ s$/)
    await press('Retry')
    await shown.last('load').answer(pageOf())
    expect(nameField().value).toBe('Ferry Cap')
  })

  test('an asset that is not there offers the list, and nothing to try again', async () => {
    const shown = await showAsset()
    await shown.last('load').fail(refusal('NOT_FOUND', 404))
    expect(document.querySelector('h1')?.textContent).toBe('Asset not found')
    expect(screen.getByRole('link', { name: 'Go to assets' })).toBeTruthy()
    expect(screen.queryByText('Retry', { selector: 'button' })).toBe(null)
  })
})

describe('opened from a list', () => {
  const seen = assetWith({ id: 'asset-1', name: 'Seen Cap', tags: ['t1', 't2'], applications: [] })

  test('shows what the list had at once, with places for the rest; nothing is lost to a press that comes too early', async () => {
    const shown = await showAsset({ seen })
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    expect(document.querySelector('h1')!.textContent).toBe('Seen Cap')
    expect([nameField().value, nameField().readOnly]).toEqual(['Seen Cap', true])
    expect(screen.getByText('Unlocked')).toBeTruthy()
    expect(isQuiet()).toBe(true)
    expect(button('Lock').getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByText('No activity yet.')).toBe(null)
    await press('Lock')
    expect(shown.asked).toHaveLength(1)
  })

  test('takes up what the service says, in the same fields, which can be changed then', async () => {
    const shown = await showAsset({ seen })
    const field = nameField()
    await shown.last('load').answer(pageOf({ name: 'Newer Cap', updatedAt: LATER }))
    expect(nameField()).toBe(field)
    expect([field.value, field.readOnly]).toEqual(['Newer Cap', false])
    expect(isQuiet()).toBe(true)
    typeName('Mine')
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Mine' }, LATER])
  })

  test('says what is wrong where the service does not answer, or has it no more', async () => {
    const shown = await showAsset({ seen })
    await shown.last('load').fail(offline())
    expect(document.querySelector('h1')?.textContent).toBe('This asset didn’t load')
    cleanup()
    const gone = await showAsset({ seen })
    await gone.last('load').fail(refusal('NOT_FOUND', 404))
    expect(document.querySelector('h1')?.textContent).toBe('Asset not found')
  })
})
