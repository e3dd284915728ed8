import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createDraftStore, createIdListStore } from '../../../src/ui/form/draft.ts'
import { draftKeysOf, readStoredDrafts } from '../../../src/ui/form/stored-drafts.ts'
import { deleteStored, layoutStorageKeyOf, readStored, writeStored } from '../../../src/ui/list/state/device-storage.ts'

/** Fake IndexedDB. Accesses to a key in `failingKeys` reject, and `written` lists the keys of all writes. */
const device = vi.hoisted(() => ({
  entries: new Map<string, unknown>(),
  failingKeys: new Set<string>(),
  written: [] as string[],
  isDenied: false,
  beforeWrite: async () => {},
}))
vi.mock('idb-keyval', () => {
  const access = async <T>(key: string, task: () => T): Promise<T> => {
    if (device.isDenied || device.failingKeys.has(key)) throw new DOMException('full', 'QuotaExceededError')
    return task()
  }
  return {
    get: (key: string) => access(key, () => device.entries.get(key)),
    set: async (key: string, value: unknown) => {
      await device.beforeWrite()
      return access(key, () => {
        device.written.push(key)
        device.entries.set(key, value)
      })
    },
    del: (key: string) => access(key, () => void device.entries.delete(key)),
    keys: () => access('', () => [...device.entries.keys()]),
  }
})

beforeEach(() => {
  device.entries.clear()
  device.failingKeys.clear()
  device.written = []
  device.isDenied = false
  device.beforeWrite = async () => {}
})

const model = new File(['glb'], 'boot.glb')
const icon = new File(['png'], 'boot.png')
const draftWith = (values: Record<string, unknown>, revision = 1) => ({ id: 'd1', revision, values })

describe('the stored draft of a form', () => {
  test('returns values and files after a reload, and returns undefined without a draft', async () => {
    expect(await createDraftStore('d').read()).toBeUndefined()
    const draft = draftWith({ name: 'Boot', modelFile: model, iconFile: icon }, 4)
    expect(await createDraftStore('d').write(draft)).toBe(true)
    expect(await createDraftStore('d').read()).toEqual(draft)
    expect((await createDraftStore('d').read())?.values['modelFile']).toBe(model)
    // The entry of the values contains no file, so that each keystroke does not store the files again.
    expect(device.entries.get('d')).toMatchObject({ values: { name: 'Boot' }, files: ['modelFile', 'iconFile'] })
  })

  test('writes a file again only if the file changes, also after a reload', async () => {
    const store = createDraftStore('d')
    await store.write(draftWith({ name: 'B', modelFile: model }))
    await store.write(draftWith({ name: 'Boot', modelFile: model }))
    expect(device.written).toEqual(['d/modelFile', 'd', 'd'])
    await store.write(draftWith({ name: 'Boot', modelFile: icon }))
    expect(device.entries.get('d/modelFile')).toBe(icon)
    const reloaded = createDraftStore('d')
    await reloaded.read()
    device.written = []
    await reloaded.write(draftWith({ name: 'Boots', modelFile: icon }))
    expect(device.written).toEqual(['d'])
  })

  test('deletes only the entries of removed files', async () => {
    const store = createDraftStore('d')
    await store.write(draftWith({ name: 'Boot', modelFile: model, iconFile: icon }))
    await store.write(draftWith({ name: 'Boot', iconFile: icon }))
    expect([...device.entries.keys()].sort()).toEqual(['d', 'd/iconFile'])
    expect(await createDraftStore('d').read()).toEqual(draftWith({ name: 'Boot', iconFile: icon }))
  })

  test('stores the other values and files if one file cannot be stored, and reports an incomplete draft', async () => {
    device.failingKeys.add('d/modelFile')
    const store = createDraftStore('d')
    expect(await store.write(draftWith({ name: 'Boot', modelFile: model, iconFile: icon }))).toBe(false)
    expect(await createDraftStore('d').read()).toEqual(draftWith({ name: 'Boot', iconFile: icon }))
    device.failingKeys.clear()
    expect(await store.write(draftWith({ name: 'Boot', modelFile: model, iconFile: icon }))).toBe(true)
    expect((await createDraftStore('d').read())?.values['modelFile']).toBe(model)
  })

  test('returns the other values and files if one file cannot be read', async () => {
    await createDraftStore('d').write(draftWith({ name: 'Boot', modelFile: model, iconFile: icon }))
    device.failingKeys.add('d/modelFile')
    expect(await createDraftStore('d').read()).toEqual(draftWith({ name: 'Boot', iconFile: icon }))
  })

  test('deletes the draft with its files, and none of another draft', async () => {
    const store = createDraftStore('d')
    await createDraftStore('other').write(draftWith({ name: 'Hat', modelFile: model }))
    await store.write(draftWith({ name: 'Boot', modelFile: model }))
    await store.clear()
    expect([...device.entries.keys()].sort()).toEqual(['other', 'other/modelFile'])
    await store.write(draftWith({ modelFile: model }))
    expect(device.entries.get('d/modelFile')).toBe(model)
  })

  test('never replaces a newer write by an older one that takes longer', async () => {
    const store = createDraftStore('d')
    let finishWrite = () => {}
    const pending = new Promise<void>((resolve) => {
      finishWrite = resolve
    })
    device.beforeWrite = () => pending
    const older = store.write(draftWith({ name: 'B' }, 1))
    await new Promise((resolve) => setImmediate(resolve))
    device.beforeWrite = async () => {}
    const newer = store.write(draftWith({ name: 'Boot' }, 2))
    await new Promise((resolve) => setImmediate(resolve))
    finishWrite()
    await Promise.all([older, newer])
    expect(await store.read()).toEqual(draftWith({ name: 'Boot' }, 2))
  })

  test('reports that nothing is stored if storage is denied, and works again later', async () => {
    const store = createDraftStore('d')
    device.isDenied = true
    expect([await store.write(draftWith({ name: 'Boot' })), await store.read(), await store.clear()]).toEqual([
      false,
      undefined,
      undefined,
    ])
    device.isDenied = false
    expect(await store.write(draftWith({ name: 'Boot' }))).toBe(true)
  })
})

test('stores a list of ids, deletes the entry of an empty list, and does nothing if storage fails', async () => {
  const store = createIdListStore('ids')
  expect(await store.read()).toEqual([])
  await store.write(['a', 'b'])
  expect([await store.read(), device.entries.get('ids')]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  device.isDenied = true
  expect([await store.read(), await store.write(['c']), await store.write([])]).toEqual([[], undefined, undefined])
  device.isDenied = false
  await store.write([])
  expect(device.entries.size).toBe(0)
})

test('lists the stored drafts of one account, without files and without drafts of other accounts', async () => {
  const none = { hasNew: false, queued: 0, assets: [] }
  expect(await readStoredDrafts('ann')).toEqual(none)
  const [ann, bob] = [draftKeysOf('ann'), draftKeysOf('bob')]
  await createDraftStore(ann.newAsset).write(draftWith({ name: 'New' }))
  await createDraftStore(ann.asset('a')).write(draftWith({ name: 'Cap', modelFile: model }))
  await createDraftStore(bob.asset('b')).write(draftWith({ name: 'Hat' }))
  await createIdListStore(ann.newAssets).write(['n1', 'n2'])
  expect(await readStoredDrafts('ann')).toEqual({ hasNew: true, queued: 2, assets: ['a'] })
  expect(await readStoredDrafts('bob')).toEqual({ ...none, assets: ['b'] })
  device.failingKeys.add('')
  expect(await readStoredDrafts('ann')).toEqual({ ...none, queued: 2 })
})

test('the layout of a list has the storage key that browsers already use', () =>
  expect(layoutStorageKeyOf('assets')).toBe('list/assets/layout'))

test('a value on this device is stored until deleted, and denied storage is reported without an exception', async () => {
  expect([await writeStored('key', 1), await readStored('key'), await readStored('other')]).toEqual([
    true,
    1,
    undefined,
  ])
  device.isDenied = true
  expect([await writeStored('key', 2), await readStored('key'), await deleteStored('key')]).toEqual([
    false,
    undefined,
    undefined,
  ])
  device.isDenied = false
  expect(await readStored('key')).toBe(1)
  await deleteStored('key')
  expect(device.entries.size).toBe(0)
})
