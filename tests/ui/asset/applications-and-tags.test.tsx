// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AssetEvent, ListenToEvents } from '../../../src/api/contract/events.ts'
import type { createAsset } from '../../support/create-asset.ts'
import { createAssetPage, createRefusalError, press, showAsset, stubBrowserApis } from './support.tsx'

const HARBOUR = { applicationId: 'a1', isVisible: true, position: 2 }
const APPLICATIONS = ['Harbour Lane', 'Paper League'].map((name, index) => ({
  id: `a${index + 1}`,
  name,
  ownerId: 'u1',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  assetCount: 3,
}))
const TAGS = ['winter', 'hero'].map((name, index) => ({ tagId: `t${index + 1}`, name, color: 'lake', assetCount: 1 }))
const LINKS = [{ id: 'a1', applicationId: 'a1', name: 'Harbour Lane', isVisible: true, position: 2, total: 12 }]
const PAGE_DATA = { applications: APPLICATIONS as never, tags: TAGS, links: LINKS }

beforeEach(stubBrowserApis)

async function open(values: Parameters<typeof createAsset>[0] = {}, options: Parameters<typeof showAsset>[0] = {}) {
  const view = await showAsset({ rendered: 'aside', ...options })
  const page = createAssetPage({ applications: [HARBOUR], tags: ['t1'], ...values }, PAGE_DATA)
  await view.lastCall('load').resolve(page)
  return { ...view, page }
}
const choose = async (name: RegExp | string) => {
  const item = await screen.findByRole('menuitem', { name })
  await act(async () => void fireEvent.click(item))
}
const commandOf = (view: Awaited<ReturnType<typeof open>>) => view.lastCall('runCommand').args[0]

describe('an application', () => {
  test('is offered under “Add” only if the asset is not in the application', async () => {
    const view = await open()
    await press('Add')
    expect((await screen.findAllByRole('menuitem')).map((it) => it.textContent)).toEqual(['Paper League'])
    await choose(/Paper League/)
    expect(commandOf(view)).toEqual({ do: 'link', applicationId: 'a2' })
  })

  test('shows the position of the asset, and offers a menu to hide, move or remove the asset', async () => {
    const view = await open()
    expect(screen.getByText('Position 2 of 12')).toBeTruthy()
    await press('Actions in Harbour Lane')
    await choose('Hide')
    expect(commandOf(view)).toEqual({ do: 'place', applicationId: 'a1', isVisible: false })
    expect(screen.getByText('Position 2 of 12 · Hidden')).toBeTruthy()
    await view.lastCall('runCommand').resolve(view.page)
    await press('Actions in Harbour Lane')
    await choose('Remove')
    expect(commandOf(view)).toEqual({ do: 'unlink', applicationId: 'a1' })
    await view.lastCall('runCommand').resolve(createAssetPage({}, PAGE_DATA))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await act(async () => void fireEvent.click(undo))
    expect(commandOf(view)).toEqual({ do: 'link', ...HARBOUR })
    await view.lastCall('runCommand').resolve(view.page)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBe(null)
    await press('Actions in Harbour Lane')
    await choose('Move to the end')
    expect(commandOf(view)).toEqual({ do: 'place', applicationId: 'a1', position: 12 })
  })

  test('allows moving a locked asset, but neither hiding nor removing the asset', async () => {
    await open({ locked: true })
    expect(screen.queryByRole('button', { name: 'Add' })).toBe(null)
    await press('Actions in Harbour Lane')
    await screen.findAllByRole('menuitem')
    const disabledItems = screen.getAllByRole('menuitem').filter((it) => it.getAttribute('aria-disabled') === 'true')
    expect(disabledItems.map((it) => it.textContent)).toEqual(['HideLocked', 'RemoveLocked'])
  })

  test('is read-only for users without permission to change the asset', async () => {
    await open({}, { ability: [['read', 'Asset,Application,Tag']] })
    expect(screen.getByText('Harbour Lane')).toBeTruthy()
    expect([screen.queryByText('Add'), screen.queryByLabelText('Actions in Harbour Lane')]).toEqual([null, null])
    expect(screen.queryByRole('switch', { name: 'Public' })).toBe(null)
    expect(screen.getByText('winter')).toBeTruthy()
  })
})

describe('a tag', () => {
  const field = () => screen.findByRole('combobox', { name: 'Tags' })

  test('can be added from the list, and removed by its button; a toast confirms the removal', async () => {
    const view = await open()
    const input = await field()
    act(() => input.focus())
    fireEvent.click(await screen.findByRole('option', { name: 'hero' }))
    expect(commandOf(view)).toEqual({ do: 'tag', tagId: 't2', isOn: true })
    // The tag is shown optimistically, before the response.
    expect(screen.getByRole('button', { name: 'Remove hero' })).toBeTruthy()
    await view.lastCall('runCommand').resolve(createAssetPage({ tags: ['t1', 't2'] }, PAGE_DATA))
    await press('Remove winter')
    expect(commandOf(view)).toEqual({ do: 'tag', tagId: 't1', isOn: false })
    await view.lastCall('runCommand').resolve(createAssetPage({ tags: ['t2'] }, PAGE_DATA))
    expect(await screen.findByText('Tag removed')).toBeTruthy()
  })

  test('can be created from typed text unless a tag with that name exists', async () => {
    const view = await open()
    const input = await field()
    act(() => input.focus())
    fireEvent.change(input, { target: { value: 'WINTER' } })
    expect(screen.queryByRole('option', { name: /Create/ })).toBe(null)
    fireEvent.change(input, { target: { value: 'kiln dust ' } })
    fireEvent.click(screen.getByRole('option', { name: /^Create “kiln dust/ }))
    expect(commandOf(view)).toEqual({ do: 'makeTag', name: 'kiln dust' })
  })

  test('is shown again, with an error, if the server refuses the removal', async () => {
    const view = await open()
    await field()
    await press('Remove winter')
    await view.lastCall('runCommand').reject(createRefusalError('ASSET_LOCKED', 423))
    expect(await screen.findByText('Couldn’t save. Try again.')).toBeTruthy()
    await view.lastCall('load').resolve(createAssetPage({ locked: true, tags: ['t1'] }, PAGE_DATA))
    expect(screen.queryByRole('combobox', { name: 'Tags' })).toBe(null)
    expect(screen.getByText('winter')).toBeTruthy()
  })
})

describe('the switch “Public”', () => {
  const toggle = () => screen.getByRole('switch', { name: 'Public' })

  test('shows the new state immediately, and the old state again if the server refuses the change', async () => {
    const view = await open()
    fireEvent.click(toggle())
    expect(commandOf(view)).toEqual({ do: 'open', isOpen: true })
    expect((toggle() as HTMLInputElement).checked).toBe(true)
    await view.lastCall('runCommand').reject(createRefusalError('FORBIDDEN', 403))
    expect((toggle() as HTMLInputElement).checked).toBe(false)
  })

  test('is disabled for editors, with the reason', async () => {
    await open({}, { ability: [['read,update', 'Asset']] })
    expect((toggle() as HTMLInputElement).disabled).toBe(true)
    expect(screen.getByText('Only admins can change this.')).toBeTruthy()
  })
})

describe('the lock', () => {
  const entry = { id: 'e1', at: '2026-11-03T08:00:00.000Z', action: 'locked', changes: [] }

  test.each([
    ['u9', { id: 'u9', email: 'ada@atelier.example' }, 'Locked by ada@atelier.example'],
    ['u9', { id: 'u9' }, 'Locked by a team member'],
    ['me', { id: 'me', email: 'ada@atelier.example' }, 'Locked by you'],
  ])('set by %s, with the actor %j in the history, is described as “%s”', async (lockedBy, actor, text) => {
    const view = await showAsset({ rendered: 'aside', userId: 'me' })
    await view.lastCall('load').resolve(createAssetPage({ locked: true, lockedBy }, { history: [{ ...entry, actor }] }))
    expect(screen.getByText(new RegExp(`^${text} ·`))).toBeTruthy()
  })

  test('names no user if the only lock entry in the history is by another user', async () => {
    const view = await showAsset({ rendered: 'aside' })
    const history = [{ ...entry, actor: { id: 'u8' } }]
    await view.lastCall('load').resolve(createAssetPage({ locked: true, lockedBy: 'u9' }, { history }))
    expect(screen.queryByText(/Locked by/)).toBe(null)
  })
})

test('reloads the page after a change event for its asset, but not for another asset', async () => {
  const listeners = new Set<(event: AssetEvent | 'gap') => void>()
  const listen: ListenToEvents = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const emit = (event: AssetEvent) => {
    for (const listener of listeners) listener(event)
  }
  const view = await open({ id: 'asset-1' }, { rendered: 'page', listen })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const event = { key: 'asset.v1.updated', id: view.page.asset.id, at: '2026-11-09T08:00:00.000Z' } as const
  const calls = view.calls.length
  await act(async () => {
    emit({ ...event, id: 'another' })
    vi.advanceTimersByTime(1000)
  })
  expect(view.calls).toHaveLength(calls)
  await act(async () => {
    emit(event)
    vi.advanceTimersByTime(1000)
  })
  vi.useRealTimers()
  await view.lastCall('load').resolve(createAssetPage({ id: 'asset-1', name: 'Renamed Elsewhere' }, PAGE_DATA))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Renamed Elsewhere')
})

test('shows the asset’s position in the list, and a “Next asset” button with its shortcut', async () => {
  const directions: string[] = []
  const neighbours = { before: undefined, after: { id: 'x' }, position: 1, total: 12_480 }
  await open(
    {},
    {
      rendered: 'page',
      navigation: { neighbours, lastDirection: null, go: (direction) => void directions.push(direction) },
    },
  )
  const navigation = within(screen.getByRole('navigation', { name: 'Assets in the list' }))
  expect(navigation.getByText('1 of 12,480')).toBeTruthy()
  for (const name of ['Previous asset', 'Next asset']) await press(name)
  expect(directions).toEqual(['after'])
  expect(navigation.getByRole('button', { name: 'Next asset' }).getAttribute('aria-keyshortcuts')).toBe('J')
})

test('offers only existing neighbour assets in the menu on a phone', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const directions: string[] = []
  const neighbours = { before: { id: 'x' }, after: undefined, position: 2, total: 2 }
  await open(
    {},
    {
      rendered: 'page',
      navigation: { neighbours, lastDirection: null, go: (direction) => void directions.push(direction) },
    },
  )
  await press('Actions for Ferry Cap')
  await choose('Previous asset')
  expect([directions, screen.queryByRole('menuitem', { name: 'Next asset' })]).toEqual([['before'], null])
})
