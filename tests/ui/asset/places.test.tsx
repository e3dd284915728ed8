// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AssetEvent, Listen } from '../../../src/api/contract/events.ts'
import type { assetWith } from '../../support/assets.ts'
import { pageOf, press, refusal, showAsset, stubPage } from './support.tsx'

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
const MORE = { applications: APPLICATIONS as never, tags: TAGS, links: LINKS }

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(values: Parameters<typeof assetWith>[0] = {}, options: Parameters<typeof showAsset>[0] = {}) {
  const shown = await showAsset({ shows: 'aside', ...options })
  const page = pageOf({ applications: [HARBOUR], tags: ['t1'], ...values }, MORE)
  await shown.last('load').answer(page)
  return { ...shown, page }
}
const choose = async (name: RegExp | string) => {
  const item = await screen.findByRole('menuitem', { name })
  await act(async () => void fireEvent.click(item))
}
const commandOf = (shown: Awaited<ReturnType<typeof open>>) => shown.last('perform').given[0]

describe('an application', () => {
  test('is added from those that the asset is not in yet', async () => {
    const shown = await open()
    await press('Add')
    expect((await screen.findAllByRole('menuitem')).map((it) => it.textContent)).toEqual(['Paper League'])
    await choose(/Paper League/)
    expect(commandOf(shown)).toEqual({ do: 'link', applicationId: 'a2' })
  })

  test('says where the asset stands in it, and moves, hides and lets go of it', async () => {
    const shown = await open()
    expect(screen.getByText('Position 2 of 12')).toBeTruthy()
    await press('Actions in Harbour Lane')
    await choose('Hide')
    expect(commandOf(shown)).toEqual({ do: 'place', applicationId: 'a1', isVisible: false })
    expect(screen.getByText('Position 2 of 12 · Hidden')).toBeTruthy()
    await shown.last('perform').answer(shown.page)
    await press('Actions in Harbour Lane')
    await choose('Remove')
    expect(commandOf(shown)).toEqual({ do: 'unlink', applicationId: 'a1' })
    await shown.last('perform').answer(pageOf({}, MORE))
    // It comes back as it was.
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await act(async () => void fireEvent.click(undo))
    expect(commandOf(shown)).toEqual({ do: 'link', ...HARBOUR })
    await shown.last('perform').answer(shown.page)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBe(null)
    await press('Actions in Harbour Lane')
    await choose('Move to the end')
    expect(commandOf(shown)).toEqual({ do: 'place', applicationId: 'a1', position: 12 })
  })

  test('moves a locked asset, and does nothing else to it', async () => {
    await open({ locked: true })
    expect(screen.queryByRole('button', { name: 'Add' })).toBe(null)
    await press('Actions in Harbour Lane')
    await screen.findAllByRole('menuitem')
    const off = screen.getAllByRole('menuitem').filter((it) => it.getAttribute('aria-disabled') === 'true')
    expect(off.map((it) => it.textContent)).toEqual(['HideLocked', 'RemoveLocked'])
  })

  test('is only read by those who may not change the asset', async () => {
    await open({}, { ability: [['read', 'Asset,Application,Tag']] })
    expect(screen.getByText('Harbour Lane')).toBeTruthy()
    expect([screen.queryByText('Add'), screen.queryByLabelText('Actions in Harbour Lane')]).toEqual([null, null])
    expect(screen.queryByRole('switch', { name: 'Authorised by default' })).toBe(null)
    expect(screen.getByText('winter')).toBeTruthy()
  })
})

describe('a tag', () => {
  const field = () => screen.findByRole('combobox', { name: 'Tags' })

  test('is added from the list, and removed by its button, with Undo', async () => {
    const shown = await open()
    const input = await field()
    act(() => input.focus())
    fireEvent.click(await screen.findByRole('option', { name: 'hero' }))
    expect(commandOf(shown)).toEqual({ do: 'tag', tagId: 't2', isOn: true })
    // It is there before the answer is.
    expect(screen.getByRole('button', { name: 'Remove hero' })).toBeTruthy()
    await shown.last('perform').answer(pageOf({ tags: ['t1', 't2'] }, MORE))
    await press('Remove winter')
    expect(commandOf(shown)).toEqual({ do: 'tag', tagId: 't1', isOn: false })
    await shown.last('perform').answer(pageOf({ tags: ['t2'] }, MORE))
    expect(await screen.findByText('Tag removed')).toBeTruthy()
  })

  test('is made of what is typed, where there is none of that name and the person may', async () => {
    const shown = await open()
    const input = await field()
    act(() => input.focus())
    fireEvent.change(input, { target: { value: 'WINTER' } })
    expect(screen.queryByRole('option', { name: /Create/ })).toBe(null)
    fireEvent.change(input, { target: { value: 'kiln dust ' } })
    fireEvent.click(screen.getByRole('option', { name: /^Create “kiln dust/ }))
    expect(commandOf(shown)).toEqual({ do: 'makeTag', name: 'kiln dust' })
  })

  test('that was refused says why, and the page shows how things are', async () => {
    const shown = await open()
    await field()
    await press('Remove winter')
    await shown.last('perform').fail(refusal('ASSET_LOCKED', 423))
    expect(await screen.findByText('That didn’t work')).toBeTruthy()
    await shown.last('load').answer(pageOf({ locked: true, tags: ['t1'] }, MORE))
    expect(screen.queryByRole('combobox', { name: 'Tags' })).toBe(null)
    expect(screen.getByText('winter')).toBeTruthy()
  })
})

describe('the switch for everyone', () => {
  const toggle = () => screen.getByRole('switch', { name: 'Authorised by default' })

  test('shows at once what was chosen, and goes back where that was refused', async () => {
    const shown = await open()
    fireEvent.click(toggle())
    expect(commandOf(shown)).toEqual({ do: 'open', isOpen: true })
    expect((toggle() as HTMLInputElement).checked).toBe(true)
    await shown.last('perform').fail(refusal('FORBIDDEN', 403))
    expect((toggle() as HTMLInputElement).checked).toBe(false)
  })

  test('is shown to those who change the asset, with the reason why they cannot turn it', async () => {
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
  ])('says who closed it', async (lockedBy, actor, words) => {
    const shown = await showAsset({ shows: 'aside', me: 'me' })
    await shown.last('load').answer(pageOf({ locked: true, lockedBy }, { history: [{ ...entry, actor }] }))
    expect(screen.getByText(new RegExp(`^${words} ·`))).toBeTruthy()
  })

  test('says nobody where its history at hand names another', async () => {
    const shown = await showAsset({ shows: 'aside' })
    const history = [{ ...entry, actor: { id: 'somebody' } }]
    await shown.last('load').answer(pageOf({ locked: true, lockedBy: 'u9' }, { history }))
    expect(screen.queryByText(/Locked by/)).toBe(null)
  })
})

test('what others do to this asset shows by itself; what they do to another is not asked about', async () => {
  const listeners = new Set<(news: AssetEvent | 'gap') => void>()
  const listen: Listen = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const tell = (told: AssetEvent) => {
    for (const listener of listeners) listener(told)
  }
  const shown = await open({ id: 'asset-1' }, { shows: 'page', listen })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const news = { key: 'asset.v1.updated', id: shown.page.asset.id, at: '2026-11-09T08:00:00.000Z' } as const
  const calls = shown.asked.length
  await act(async () => {
    tell({ ...news, id: 'another' })
    vi.advanceTimersByTime(1000)
  })
  expect(shown.asked).toHaveLength(calls)
  await act(async () => {
    tell(news)
    vi.advanceTimersByTime(1000)
  })
  vi.useRealTimers()
  await shown.last('load').answer(pageOf({ id: 'asset-1', name: 'Renamed Elsewhere' }, MORE))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Renamed Elsewhere')
})

test('the way to the next asset stands in the head, with its keys', async () => {
  const gone: string[] = []
  const neighbours = { before: undefined, after: { id: 'x' }, place: 1, total: 12_480 }
  await open({}, { shows: 'page', beside: { neighbours, gone: null, go: (way) => void gone.push(way) } })
  const way = within(screen.getByRole('navigation', { name: 'Assets in the list' }))
  expect(way.getByText('1 of 12,480')).toBeTruthy()
  for (const name of ['Previous asset', 'Next asset']) await press(name)
  expect(gone).toEqual(['after'])
  expect(way.getByRole('button', { name: 'Next asset' }).getAttribute('aria-keyshortcuts')).toBe('J')
})

test('a phone has it among the actions, as far as there is somebody beside', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const gone: string[] = []
  const neighbours = { before: { id: 'x' }, after: undefined, place: 2, total: 2 }
  await open({}, { shows: 'page', beside: { neighbours, gone: null, go: (way) => void gone.push(way) } })
  await press('Actions for Ferry Cap')
  await choose('Previous asset')
  expect([gone, screen.queryByRole('menuitem', { name: 'Next asset' })]).toEqual([['before'], null])
})
