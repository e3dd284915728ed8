// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../../src/api/contract/errors.ts'
import type { AccountViews } from '../../../../src/api/contract/views.ts'
import { DEFAULT_LAYOUT } from '../../../../src/machines/views/layout.ts'
import type { SavedView } from '../../../../src/machines/views/view-link.ts'
import { type Atelier, AtelierContext } from '../../../../src/ui/context.ts'
import { useSavedViews } from '../../../../src/ui/list/views/use-saved-views.ts'

type Request = { onsuccess?: () => void; oncomplete?: () => void; result?: unknown }
const succeedLater = (request: Request) => {
  queueMicrotask(() => (request.onsuccess ?? request.oncomplete)?.())
  return request
}
let device: Map<string, unknown>
let isStorageFull: boolean
const store = {
  get: (key: string) => succeedLater({ result: device.get(key) }),
  put(value: unknown, key: string) {
    if (isStorageFull) throw new DOMException('full', 'QuotaExceededError')
    device.set(key, value)
  },
  delete: (key: string) => void device.delete(key),
  get transaction() {
    return succeedLater({})
  },
}
// All tests share one store, because the module opens it only once.
Object.assign(globalThis, {
  indexedDB: {
    open: () => succeedLater({ result: { transaction: () => ({ objectStore: () => store }) } }),
  },
})

const KEY = 'list/things/views'
const view = (name: string, order = 'name'): SavedView => ({ name, search: { order }, layout: DEFAULT_LAYOUT })
const toStored = ({ name, search, layout }: SavedView) => ({ name, query: { search, layout } })

let stored: Map<string, Record<string, unknown>>
let isUnreachable: boolean
const respond = async <T,>(value: () => T): Promise<T> => {
  if (isUnreachable) throw new ApiError('FETCH_ERROR', 'views')
  return value()
}
const account: AccountViews = {
  read: (list) =>
    respond(() =>
      list === 'things'
        ? [...stored].map(([name, { isShared, ...query }]) => ({
            name,
            query: structuredClone(query),
            ...(isShared === true && { isShared }),
          }))
        : [],
    ),
  save: (_, { name, query }) => respond(() => void stored.set(name, query)),
  readShared: () => respond(() => []),
  share: (_, { name, isShared }) => respond(() => void stored.set(name, { ...stored.get(name), isShared })),
  remove: (_, name) => respond(() => void stored.delete(name)),
}

const toasts: { text: string; action?: { onAction: () => void } }[] = []
const undos: { text: string; label: string; onUndo: () => void }[] = []
const saved: string[] = []
beforeEach(() => {
  device = new Map()
  stored = new Map()
  isUnreachable = false
  isStorageFull = false
  toasts.length = 0
  undos.length = 0
  saved.length = 0
})

const options = {
  loadToasts: async () =>
    ({ error: (toast: never) => void toasts.push(toast), undo: (toast: never) => void undos.push(toast) }) as never,
  onSaved: (name: string) => void saved.push(name),
}
function show(views?: Atelier['views']) {
  const atelier = { views, translate: (key: string) => key } as unknown as Atelier
  const wrapper = ({ children }: { children: ReactNode }) => <AtelierContext value={atelier}>{children}</AtelierContext>
  const { result, unmount } = renderHook(() => useSavedViews('things', options), { wrapper })
  return {
    names: () => result.current.views.map(({ name }) => name),
    isOnDevice: () => result.current.isOnDevice,
    save: (it: SavedView) => act(async () => result.current.save(it)),
    share: (name: string) => act(async () => result.current.share({ name, isShared: true })),
    remove: (name: string) => act(async () => result.current.remove(name)),
    leave: unmount,
  }
}
const namesOnDevice = () => (device.get(KEY) as SavedView[] | undefined)?.map(({ name }) => name)

describe('views of a guest', () => {
  test.each([
    ['in an app without server storage for views', undefined],
    ['without an account', () => null],
  ])('stay on this device, for a guest %s', async (_, views) => {
    device.set(KEY, [view('red'), view('blue')])
    const { names, save, remove, isOnDevice } = show(views)
    await save(view('green'))
    await waitFor(() => expect(names()).toEqual(['blue', 'green', 'red']))
    expect([namesOnDevice(), saved, isOnDevice()]).toEqual([['blue', 'green', 'red'], ['green'], true])
    await remove('blue')
    await waitFor(() => expect(namesOnDevice()).toEqual(['green', 'red']))
    expect(names()).toEqual(['green', 'red'])
  })

  test('are all listed while storage is full, and are stored once storage has space', async () => {
    device.set(KEY, [view('red')])
    isStorageFull = true
    const { names, save } = show()
    await save(view('green'))
    await waitFor(() => expect(names()).toEqual(['green', 'red']))
    await save(view('blue'))
    await waitFor(() => expect(names()).toEqual(['blue', 'green', 'red']))
    expect(namesOnDevice()).toEqual(['red'])
    isStorageFull = false
    await save(view('grey'))
    await waitFor(() => expect(namesOnDevice()).toEqual(['blue', 'green', 'grey', 'red']))
  })
})

describe('useSavedViews of an account', () => {
  const signedIn = () => show(() => account)

  test('reads the views from the server, sorted by name, and omits entries that are not views', async () => {
    for (const name of ['red', 'blue']) stored.set(name, toStored(view(name)).query)
    stored.set('odd', { search: 7 })
    const { names, isOnDevice } = signedIn()
    await waitFor(() => expect(names()).toEqual(['blue', 'red']))
    expect([isOnDevice(), device.size]).toEqual([false, 0])
  })

  test('Undo restores a deleted view as it was, including its sharing', async () => {
    for (const name of ['red', 'blue']) stored.set(name, toStored(view(name, '-name')).query)
    const { names, share, remove } = signedIn()
    await waitFor(() => expect(names()).toEqual(['blue', 'red']))
    await share('blue')
    const before = new Map(stored)
    for (const name of ['blue', 'red']) await remove(name)
    await waitFor(() => expect(undos).toHaveLength(2))
    expect([names(), stored.size]).toEqual([[], 0])
    expect(undos.map(({ text, label }) => [text, label])).toEqual([
      ['list.viewDeleted', 'list.undo'],
      ['list.viewDeleted', 'list.undo'],
    ])
    for (const { onUndo } of undos) await act(async () => onUndo())
    await waitFor(() => expect(stored).toEqual(before))
    expect(names()).toEqual(['blue', 'red'])
  })

  test('Undo restores a deleted view under a new name if its name is taken by then', async () => {
    stored.set('red', toStored(view('red', '-name')).query)
    const { names, save, remove } = signedIn()
    await waitFor(() => expect(names()).toEqual(['red']))
    await remove('red')
    await save(view('red', 'size'))
    await waitFor(() => expect(undos).toHaveLength(1))
    await act(async () => undos[0]!.onUndo())
    await waitFor(() => expect([...stored.keys()]).toEqual(['red', 'red (2)']))
    expect([...stored.values()].map(({ search }) => search)).toEqual([{ order: 'size' }, { order: '-name' }])
  })

  test('shows a saved view immediately, stores its order and columns, and lists the view on another device', async () => {
    const { names, save, leave } = signedIn()
    await waitFor(() => expect(names()).toEqual([]))
    const saving = save(view('green', '-name'))
    await saving
    expect(names()).toEqual(['green'])
    await waitFor(() => expect(saved).toEqual(['green']))
    expect(stored.get('green')).toEqual({ search: { order: '-name' }, layout: DEFAULT_LAYOUT })
    leave()
    const elsewhere = signedIn()
    await waitFor(() => expect(elsewhere.names()).toEqual(['green']))
    await elsewhere.remove('green')
    await waitFor(() => expect(stored.size).toBe(0))
  })

  test('imports the views of this device once, and renames a view whose name is taken', async () => {
    device.set(KEY, [view('red'), view('blue', '-name'), view('old')])
    for (const name of ['red', 'blue']) stored.set(name, toStored(view(name)).query)
    const { names, leave } = signedIn()
    await waitFor(() => expect(names()).toEqual(['blue', 'blue (2)', 'old', 'red']))
    expect([...stored.keys()].sort()).toEqual(['blue', 'blue (2)', 'old', 'red'])
    expect(stored.get('blue (2)')).toEqual(toStored(view('', '-name')).query)
    await waitFor(() => expect(device.size).toBe(0))
    leave()
    stored.delete('old')
    const second = signedIn()
    await waitFor(() => expect(second.names()).toEqual(['blue', 'blue (2)', 'red']))
  })

  test('keeps a view on the device if the import of the view fails', async () => {
    device.set(KEY, [view('red'), view('blue')])
    const originalSave = account.save
    account.save = (list, it) =>
      it.name === 'red' ? Promise.reject(new ApiError('FETCH_ERROR', 'views')) : originalSave(list, it)
    try {
      const { names } = signedIn()
      await waitFor(() => expect(names()).toEqual(['blue']))
      await waitFor(() => expect(namesOnDevice()).toEqual(['red']))
    } finally {
      account.save = originalSave
    }
  })

  test('stops the import when another account signs in, or when a sign-out deletes the views', async () => {
    device.set(KEY, [view('red'), view('blue')])
    const originalSave = account.save
    const savedNames: string[] = []
    account.save = async (_, it) => {
      savedNames.push(it.name)
      throw new DOMException('Another account is signed in.', 'AbortError')
    }
    try {
      signedIn()
      await waitFor(() => expect(savedNames).toHaveLength(1))
      await act(async () => {})
      expect([savedNames.length, namesOnDevice()]).toEqual([1, ['red', 'blue']])
      device.set(KEY, [view('red'), view('blue')])
      account.save = async (_, it) => {
        savedNames.push(it.name)
        // Sign-out deletes the views stored on the device.
        device.delete(KEY)
      }
      savedNames.length = 0
      signedIn()
      await waitFor(() => expect(savedNames).toHaveLength(1))
      await act(async () => {})
      expect([savedNames.length, device.has(KEY)]).toEqual([1, false])
    } finally {
      account.save = originalSave
    }
  })

  test('reverts and reports a failed change, which can be retried', async () => {
    const { names, save } = signedIn()
    await waitFor(() => expect(names()).toEqual([]))
    isUnreachable = true
    await save(view('green'))
    await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['list.viewNotSaved']))
    expect([names(), saved]).toEqual([[], []])
    isUnreachable = false
    await act(async () => toasts[0]!.action!.onAction())
    await waitFor(() => expect(saved).toEqual(['green']))
    expect(names()).toEqual(['green'])
  })
})
