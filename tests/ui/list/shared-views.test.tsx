// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { AccountView, AccountViews } from '../../../src/api/contract/views.ts'
import { DEFAULT_LAYOUT } from '../../../src/machines/views/layout.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { useSavedViews } from '../../../src/ui/list/views/use-saved-views.ts'
import { useSharedViews } from '../../../src/ui/list/views/use-shared-views.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'

const view = (id: string, name: string): AccountView => ({
  ...{ id, name, list: 'assets', updatedAt: '', isShared: true, sharedBy: { id: 'ann', name: 'Ann' } },
  query: { search: {}, layout: DEFAULT_LAYOUT },
})

function wrapperWith(ability: unknown[], views: Partial<AccountViews> | null) {
  const atelier = {
    views: () => views,
    translate: (key: string) => key,
    session: { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) },
  } as unknown as Atelier
  const snapshot = { context: { data: { token: createUnsignedToken({ ability }) } } }
  return ({ children }: { children: ReactNode }) => <AtelierContext value={atelier}>{children}</AtelierContext>
}

test('reads shared views, lets asset editors share, and lets only admins unshare other users’ views', async () => {
  const lists: string[] = []
  const readShared = async (list: string) => {
    lists.push(list)
    return lists.length === 1 ? [view('1', 'Hats')] : []
  }
  const developer = [['update', 'Asset', { createdBy: 'me' }]]
  const { result } = renderHook(() => useSharedViews('assets'), { wrapper: wrapperWith(developer, { readShared }) })
  await waitFor(() => expect(result.current.shared).toMatchObject([{ id: '1', name: 'Hats', by: 'Ann' }]))
  expect([result.current.canShare, result.current.canUnshareOthers]).toEqual([true, false])
  act(() => result.current.refetch())
  await waitFor(() => expect(result.current.shared).toEqual([]))
  expect(lists).toEqual(['assets', 'assets'])
  const admin = renderHook(() => useSharedViews('assets'), {
    wrapper: wrapperWith([['manage', 'all']], { readShared }),
  })
  expect([admin.result.current.canShare, admin.result.current.canUnshareOthers]).toEqual([true, true])
  const user = renderHook(() => useSharedViews('assets'), { wrapper: wrapperWith([['read', 'Asset']], { readShared }) })
  expect([user.result.current.canShare, user.result.current.canUnshareOthers]).toEqual([false, false])
})

test.each([
  ['a list private to each user', 'tokens', { readShared: () => Promise.reject(new Error('unexpected request')) }],
  ['an unknown list', 'constructor', { readShared: () => Promise.reject(new Error('unexpected request')) }],
  ['a guest', 'assets', null],
])('requests no shared views and offers no sharing for %s', async (_, list, views) => {
  const { result } = renderHook(() => useSharedViews(list), { wrapper: wrapperWith([['manage', 'all']], views) })
  await act(async () => {})
  expect(result.current).toMatchObject({ shared: [], canShare: false, canUnshareOthers: false })
})

test('reverts a failed sharing of a view with an error toast, and shares the view on the next attempt', async () => {
  const shared: unknown[] = []
  const toasts: { text: string; action: { onAction: () => void } }[] = []
  let [isShared, isUnreachable] = [false, true]
  const account: Partial<AccountViews> = {
    read: async () => [{ ...view('1', 'Hats'), isShared }],
    share: async (_, sharing) => {
      if (isUnreachable) throw new TypeError('away')
      isShared = sharing.isShared
    },
  }
  const options = {
    loadToasts: async () => ({ error: (toast: never) => void toasts.push(toast) }) as never,
    onSaved: () => {},
    onShared: (name: string, is: boolean) => void shared.push([name, is]),
  }
  const { result } = renderHook(() => useSavedViews('assets', options), { wrapper: wrapperWith([], account) })
  await waitFor(() => expect(result.current.views).toHaveLength(1))
  await act(async () => result.current.share({ name: 'Hats', isShared: true }))
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['list.viewNotShared']))
  await waitFor(() => expect(result.current.views[0]?.isShared).toBe(false))
  isUnreachable = false
  // The toast offers no retry for this error, so the user shares the view again.
  await act(async () => result.current.share({ name: 'Hats', isShared: true }))
  await waitFor(() => expect(shared).toEqual([['Hats', true]]))
  expect(result.current.views[0]?.isShared).toBe(true)
})
