// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { assetWith } from '../../support/assets.ts'
import {
  button,
  nameField,
  offline,
  pageOf,
  press,
  refusal,
  saveButton,
  showAsset,
  stubPage,
  typeName,
} from './support.tsx'

const LATER = '2026-11-03T08:00:00.000Z'
const LATEST = '2026-11-04T08:00:00.000Z'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows an asset that has loaded. */
async function open(values: Parameters<typeof assetWith>[0] = {}, options: Parameters<typeof showAsset>[0] = {}) {
  const shown = await showAsset(options)
  await shown.last('load').answer(pageOf(values))
  return shown
}

const status = () => screen.queryByText('Saved just now')
const isQuiet = () => saveButton().getAttribute('aria-disabled') === 'true'
const form = () => document.querySelector<HTMLElement>('form[aria-label="Details"]')!
const alert = () => within(form()).getByRole('alert')
const submit = () => act(async () => void fireEvent.submit(form()))
const chooseType = async (name: string) => {
  fireEvent.click(within(form()).getByRole('button', { name: /Type/ }))
  fireEvent.click(await screen.findByRole('option', { name }))
}

describe('saving', () => {
  test('is quiet until something changed, and again once that is typed back; the button is always reached', async () => {
    await open()
    const save = saveButton()
    const looks = () => [isQuiet(), save.className]
    const quiet = looks()
    expect(quiet[0]).toBe(true)
    save.focus()
    expect(document.activeElement).toBe(save)
    typeName('Harbour Cap')
    expect(isQuiet()).toBe(false)
    expect(save.className).not.toBe(quiet[1])
    typeName('Ferry Cap')
    expect(looks()).toEqual(quiet)
    expect(saveButton()).toBe(save)
  })

  test('is told where it was pressed, until something changes or a minute has passed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shown = await open()
    expect(status()).toBe(null)
    for (const end of ['typed', 'passed']) {
      typeName(`Cap ${end}`)
      await press('Save changes')
      expect(status()).toBe(null)
      await shown.last('save').answer(pageOf({ name: `Cap ${end}`, updatedAt: LATER }))
      expect(status()?.closest('[role="status"]')).not.toBe(null)
      expect(isQuiet()).toBe(true)
      await act(async () => vi.advanceTimersByTime(59_000))
      expect(status()).not.toBe(null)
      if (end === 'typed') typeName('Another')
      else await act(async () => vi.advanceTimersByTime(1_500))
      expect(status()).toBe(null)
    }
  })

  test('by Enter keeps the focus where it was, in the very same field', async () => {
    const shown = await open()
    const field = nameField()
    field.focus()
    typeName('Harbour Cap')
    await submit()
    await shown.last('save').answer(pageOf({ name: 'Harbour Cap', updatedAt: LATER }))
    expect(document.querySelector('h1')!.textContent).toBe('Harbour Cap')
    expect(nameField()).toBe(field)
    expect(document.activeElement).toBe(field)
    // What is saved is what later changes are told from.
    typeName('Ferry Cap')
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Ferry Cap' }, LATER])
  })

  test.each([
    ['Ctrl S', { key: 's', ctrlKey: true }],
    ['⌘ S', { key: 's', metaKey: true }],
    ['Ctrl S under caps lock', { key: 'S', ctrlKey: true }],
  ])('by %s works from everywhere on the page, and never opens the browser’s own', async (_, keys) => {
    const shown = await open()
    expect(fireEvent.keyDown(document.body, keys)).toBe(false)
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    typeName('Harbour Cap')
    for (const other of [{ altKey: true }, { shiftKey: true }, { repeat: true }])
      fireEvent.keyDown(document.body, { ...keys, ...other })
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    await act(async () => expect(fireEvent.keyDown(document.body, keys)).toBe(false))
    expect(shown.last('save').given[0]).toEqual({ name: 'Harbour Cap' })
    // A second press while the first is at work saves nothing twice.
    await act(async () => void fireEvent.keyDown(document.body, keys))
    expect(shown.asked.filter(({ what }) => what === 'save')).toHaveLength(1)
  })

  test('by keys works while a toast, which keeps none of them, stands below the page', async () => {
    const shown = await open()
    typeName('Harbour Cap')
    const region = document.createElement('div')
    region.setAttribute('role', 'region')
    region.innerHTML = '<div role="alertdialog"></div>'
    document.body.append(region)
    await act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))
    region.remove()
    expect(shown.last('save').given[0]).toEqual({ name: 'Harbour Cap' })
  })

  test('by keys waits while a question stands over the page, and is the browser’s where nothing can be saved', async () => {
    const shown = await open()
    typeName('Harbour Cap')
    await press('Actions for Ferry Cap')
    await screen.findByRole('menu')
    await act(async () => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }))
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
    cleanup()
    await open({ locked: true })
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true)
  })

  test('with nothing changed sends nothing, by no way', async () => {
    const shown = await open()
    await submit()
    await press('Save changes')
    expect(shown.asked.map(({ what }) => what)).toEqual(['load'])
  })

  test('of a body sends its id, or that there is none; a body itself is made for none', async () => {
    const shown = await showAsset()
    const bodies = [{ id: 'b1', name: 'Fern' }]
    await shown.last('load').answer(pageOf({ bodyId: 'b2' }, { bodies }))
    const field = () => within(form()).getByRole('button', { name: /Body/ })
    const choose = async (name: string) => {
      fireEvent.click(field())
      fireEvent.click(await screen.findByRole('option', { name }))
    }
    expect(field().textContent).toContain('Another body')
    await choose('No body')
    await submit()
    expect(shown.last('save').given[0]).toEqual({ bodyId: null })
    await shown.last('save').answer(pageOf({ updatedAt: LATER }, { bodies }))
    expect(field().textContent).toContain('No body')
    await choose('Fern')
    await submit()
    expect(shown.last('save').given[0]).toEqual({ bodyId: 'b1' })
    await shown.last('save').answer(pageOf({ bodyId: 'b1', updatedAt: LATEST }, { bodies }))
    await chooseType('Body shape')
    expect(within(form()).queryByRole('button', { name: /Fern/ })).toBe(null)
  })

  test('keeps what is typed meanwhile, which is saved next', async () => {
    const shown = await open()
    typeName('Harbour Cap')
    await submit()
    typeName('Harbour Cap II')
    await shown.last('save').answer(pageOf({ name: 'Harbour Cap', updatedAt: LATER }))
    expect([nameField().value, isQuiet(), status()]).toEqual(['Harbour Cap II', false, null])
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Harbour Cap II' }, LATER])
  })

  test('that failed offline keeps all that was typed, says why, and works at the next press', async () => {
    const shown = await open()
    nameField().focus()
    typeName('Harbour Cap')
    await chooseType('Footwear')
    await submit()
    await shown.last('save').fail(offline())
    expect(alert().textContent).toContain('Atelier can’t reach the service.')
    expect([nameField().value, isQuiet(), status()]).toEqual(['Harbour Cap', false, null])
    await submit()
    expect(shown.last('save').given).toEqual([{ name: 'Harbour Cap', type: 'footwear' }, '2026-11-02T08:00:00.000Z'])
    await shown.last('save').answer(pageOf({ name: 'Harbour Cap', type: 'footwear', updatedAt: LATER }))
    expect(within(form()).queryByRole('alert')).toBe(null)
    expect(status()).not.toBe(null)
  })

  test('an empty name is refused at its field and takes the focus', async () => {
    const shown = await open()
    typeName('')
    await press('Save changes')
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(nameField())
    expect(shown.asked).toHaveLength(1)
  })
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
