// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetWork, keptText, refreshed } from '../../src/api/storage.ts'

/** What IndexedDB holds; `open` is what it does with whoever asks. */
const device = vi.hoisted(() => ({ kept: new Map<string, unknown>(), open: async () => {} }))
vi.mock('idb-keyval', () => ({
  get: (key: string) => device.open().then(() => device.kept.get(key)),
  set: (key: string, value: unknown) => device.open().then(() => void device.kept.set(key, value)),
  del: (key: string) => device.open().then(() => void device.kept.delete(key)),
  keys: () => device.open().then(() => [...device.kept.keys()]),
  delMany: (all: string[]) => device.open().then(() => all.forEach((key) => void device.kept.delete(key))),
}))

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}

beforeEach(() => {
  localStorage.clear()
  device.kept.clear()
  device.open = async () => {}
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a text that is kept', () => {
  test('is read by whoever comes after a reload, until it is taken away', () => {
    keptText('key').write('text')
    expect([keptText('key').read(), keptText('other').read()]).toEqual(['text', null])
    keptText('key').write(null)
    expect(keptText('key').read()).toBe(null)
    expect(localStorage.length).toBe(0)
  })

  test('lasts as long as the page where storage is full, and what stood there before does not come back', () => {
    const text = keptText('key')
    text.write('old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied)
    text.write('new')
    expect([text.read(), localStorage.getItem('key'), keptText('key').read()]).toEqual(['new', null, null])
    full.mockRestore()
    text.write('newer')
    expect([text.read(), localStorage.getItem('key')]).toEqual(['newer', 'newer'])
    localStorage.setItem('key', 'of another tab')
    expect(text.read()).toBe('of another tab')
  })

  test('is nothing where storage is denied and nothing was written, and else what was written', () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(denied)
    const text = keptText('key')
    expect(text.read()).toBe(null)
    text.write('new')
    expect(text.read()).toBe('new')
    text.write(null)
    expect(text.read()).toBe(null)
  })

  test('written while it could be, is what is remembered once reading is denied', () => {
    const text = keptText('key')
    text.write('new')
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied)
    expect(text.read()).toBe('new')
  })

  test('tells what another tab made of it, that all was cleared, and nothing of other keys; until nobody listens', () => {
    const heard: (string | null)[] = []
    const stop = keptText('key').onOtherTab((text) => heard.push(text))
    const tell = (key: string | null, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    tell('key', 'a')
    tell('other', 'b')
    tell('key', null)
    tell(null, 'c')
    stop()
    tell('key', 'd')
    expect(heard).toEqual(['a', null, null])
  })
})

describe('a refresh told to other tabs', () => {
  const told = { spent: 'r1', kept: '{}' }

  test('is read by them, until it is forgotten', async () => {
    await refreshed.write(told)
    expect(await refreshed.read()).toEqual(told)
    expect([...device.kept.keys()]).toEqual(['refreshed'])
    await refreshed.forget()
    expect(await refreshed.read()).toBe(undefined)
  })

  test('is told to nobody where the store is denied', async () => {
    device.open = async () => denied()
    await expect(refreshed.write(told)).resolves.toBe(undefined)
    await expect(refreshed.read()).resolves.toBe(undefined)
  })

  test('is waited for half a second where the store hangs, and leaves no timer behind where it does not', async () => {
    vi.useFakeTimers()
    device.kept.set('refreshed', told)
    expect(await refreshed.read()).toEqual(told)
    expect(vi.getTimerCount()).toBe(0)
    device.open = () => new Promise(() => {})
    const ends: unknown[] = []
    refreshed.read().then((it) => ends.push(it))
    await vi.advanceTimersByTimeAsync(499)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual([undefined])
  })
})

describe('forgetting work', () => {
  test('takes drafts and unfinished uploads away and leaves the rest', async () => {
    device.kept.set('draft', {})
    for (const key of ['tus::a::1', 'persist:user', 'tus::b::2', 'my tus::c']) localStorage.setItem(key, 'x')
    await forgetWork()
    expect(device.kept.size).toBe(0)
    expect(Object.keys(localStorage).toSorted()).toEqual(['my tus::c', 'persist:user'])
  })

  test('leaves what it is told to', async () => {
    device.kept.set('draft', {}).set('list/tags/views', [])
    await forgetWork({ but: /views$/ })
    expect([...device.kept.keys()]).toEqual(['list/tags/views'])
  })

  test('does what it can where the one or the other is denied', async () => {
    localStorage.setItem('tus::a::1', 'x')
    device.open = async () => denied()
    await expect(forgetWork()).resolves.toBe(undefined)
    expect(localStorage.length).toBe(0)
    device.open = async () => {}
    device.kept.set('draft', {})
    vi.spyOn(Storage.prototype, 'key').mockImplementation(denied)
    localStorage.setItem('tus::a::1', 'x')
    await expect(forgetWork()).resolves.toBe(undefined)
    expect(device.kept.size).toBe(0)
  })
})
