// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearLocalData, createStoredText, refreshRecord } from '../../src/api/storage.ts'
import { device } from '../support/fake-idb-keyval.ts'

vi.mock('idb-keyval', () => import('../support/fake-idb-keyval.ts'))
vi.mock('idb-keyval', () => ({
  get: (key: string) => device.beforeAccess().then(() => device.entries.get(key)),
  set: (key: string, value: unknown) => device.beforeAccess().then(() => void device.entries.set(key, value)),
  del: (key: string) => device.beforeAccess().then(() => void device.entries.delete(key)),
  keys: () => device.beforeAccess().then(() => [...device.entries.keys()]),
  delMany: (all: string[]) => device.beforeAccess().then(() => all.forEach((key) => void device.entries.delete(key))),
}))

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}

beforeEach(() => {
  localStorage.clear()
  device.entries.clear()
  device.beforeAccess = async () => {}
})

describe('a stored text', () => {
  test('survives a reload until it is removed', () => {
    createStoredText('key').write('text')
    expect([createStoredText('key').read(), createStoredText('other').read()]).toEqual(['text', null])
    createStoredText('key').write(null)
    expect(createStoredText('key').read()).toBe(null)
    expect(localStorage.length).toBe(0)
  })

  test('is stored in memory if storage is full, and does not revert to the old text', () => {
    const text = createStoredText('key')
    text.write('old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied)
    text.write('new')
    expect([text.read(), localStorage.getItem('key'), createStoredText('key').read()]).toEqual(['new', null, null])
    full.mockRestore()
    text.write('newer')
    expect([text.read(), localStorage.getItem('key')]).toEqual(['newer', 'newer'])
    localStorage.setItem('key', 'of another tab')
    expect(text.read()).toBe('of another tab')
  })

  test('is kept in memory while storage is denied', () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(denied)
    const text = createStoredText('key')
    expect(text.read()).toBe(null)
    text.write('new')
    expect(text.read()).toBe('new')
    text.write(null)
    expect(text.read()).toBe(null)
  })

  test('is read from memory after access to storage is denied', () => {
    const text = createStoredText('key')
    text.write('new')
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied)
    expect(text.read()).toBe('new')
  })

  test('notifies of changes and clearing by other tabs until unsubscribed, but not of changes to other keys', () => {
    const values: (string | null)[] = []
    const stop = createStoredText('key').onChangeInOtherTab((text) => values.push(text))
    const dispatchStorageEvent = (key: string | null, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    dispatchStorageEvent('key', 'a')
    dispatchStorageEvent('other', 'b')
    dispatchStorageEvent('key', null)
    dispatchStorageEvent(null, 'c')
    stop()
    dispatchStorageEvent('key', 'd')
    expect(values).toEqual(['a', null, null])
  })
})

describe('the record of a token refresh', () => {
  const record = { spent: 'r1', kept: '{}' }

  test('can be read by other tabs until it is deleted', async () => {
    await refreshRecord.write(record)
    expect(await refreshRecord.read()).toEqual(record)
    expect([...device.entries.keys()]).toEqual(['refreshed'])
    await refreshRecord.forget()
    expect(await refreshRecord.read()).toBe(undefined)
  })

  test('is neither written nor read, without an error, if storage is denied', async () => {
    device.beforeAccess = async () => denied()
    await expect(refreshRecord.write(record)).resolves.toBe(undefined)
    await expect(refreshRecord.read()).resolves.toBe(undefined)
  })

  test('is read as missing after half a second if storage hangs; a read that succeeds leaves no timer', async () => {
    vi.useFakeTimers()
    device.entries.set('refreshed', record)
    expect(await refreshRecord.read()).toEqual(record)
    expect(vi.getTimerCount()).toBe(0)
    device.beforeAccess = () => new Promise(() => {})
    const ends: unknown[] = []
    refreshRecord.read().then((record) => ends.push(record))
    await vi.advanceTimersByTimeAsync(499)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual([undefined])
  })
})

describe('clearing local data', () => {
  test('deletes drafts and unfinished uploads, and keeps all other entries of localStorage', async () => {
    device.entries.set('draft', {})
    for (const key of ['tus::a::1', 'persist:user', 'tus::b::2', 'my tus::c']) localStorage.setItem(key, 'x')
    await clearLocalData()
    expect(device.entries.size).toBe(0)
    expect(Object.keys(localStorage).toSorted()).toEqual(['my tus::c', 'persist:user'])
  })

  test('keeps the keys that match the option `except`', async () => {
    device.entries.set('draft', {}).set('list/tags/views', [])
    await clearLocalData({ except: /views$/ })
    expect([...device.entries.keys()]).toEqual(['list/tags/views'])
  })

  test('clears localStorage if IndexedDB is denied, and IndexedDB if localStorage is denied', async () => {
    localStorage.setItem('tus::a::1', 'x')
    device.beforeAccess = async () => denied()
    await expect(clearLocalData()).resolves.toBe(undefined)
    expect(localStorage.length).toBe(0)
    device.beforeAccess = async () => {}
    device.entries.set('draft', {})
    vi.spyOn(Storage.prototype, 'key').mockImplementation(denied)
    localStorage.setItem('tus::a::1', 'x')
    await expect(clearLocalData()).resolves.toBe(undefined)
    expect(device.entries.size).toBe(0)
  })
})
