// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { AccountView, AccountViews } from '../../../src/api/contract/views.ts'
import { PLAIN_LAYOUT } from '../../../src/machines/rules/layout.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { useSharedViews } from '../../../src/ui/list/use-shared-views.ts'
import { useViews } from '../../../src/ui/list/use-views.ts'
import { tokenWith } from '../../support/tokens.ts'

afterEach(cleanup)

const view = (id: string, name: string): AccountView => ({
  ...{ id, name, list: 'assets', updatedAt: '', isShared: true, sharedBy: { id: 'ann', name: 'Ann' } },
  query: { search: {}, layout: PLAIN_LAYOUT },
})

function within(ability: unknown[], views: Partial<AccountViews> | null) {
  const atelier = {
    views: () => views,
    translate: (key: string) => key,
    session: { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) },
  } as unknown as Atelier
  const snapshot = { context: { data: { token: tokenWith({ ability }) } } }
  return ({ children }: { children: ReactNode }) => <AtelierContext value={atelier}>{children}</AtelierContext>
}

test('what others share of a list is told, and asked again; who changes assets may share, and an admin may end it', async () => {
  const asked: string[] = []
  const readShared = async (list: string) => {
    asked.push(list)
    return asked.length === 1 ? [view('1', 'Hats')] : []
  }
  const developer = [['update', 'Asset', { createdBy: 'me' }]]
  const { result } = renderHook(() => useSharedViews('assets'), { wrapper: within(developer, { readShared }) })
  await waitFor(() => expect(result.current.shared).toMatchObject([{ id: '1', name: 'Hats', by: 'Ann' }]))
  expect([result.current.mayShare, result.current.mayEnd]).toEqual([true, false])
  act(() => result.current.askAgain())
  await waitFor(() => expect(result.current.shared).toEqual([]))
  expect(asked).toEqual(['assets', 'assets'])
  const admin = renderHook(() => useSharedViews('assets'), { wrapper: within([['manage', 'all']], { readShared }) })
  expect([admin.result.current.mayShare, admin.result.current.mayEnd]).toEqual([true, true])
  const user = renderHook(() => useSharedViews('assets'), { wrapper: within([['read', 'Asset']], { readShared }) })
  expect([user.result.current.mayShare, user.result.current.mayEnd]).toEqual([false, false])
})

test.each([
  ['a list that is each person’s own', 'tokens', { readShared: () => Promise.reject(new Error('asked')) }],
  ['a list whose name is no list', 'constructor', { readShared: () => Promise.reject(new Error('asked')) }],
  ['a guest', 'assets', null],
])('of %s nothing is asked, and nothing can be shared', async (_, list, views) => {
  const { result } = renderHook(() => useSharedViews(list), { wrapper: within([['manage', 'all']], views) })
  await act(async () => {})
  expect(result.current).toMatchObject({ shared: [], mayShare: false, mayEnd: false })
})

test('sharing is shown at once and told; what fails is taken back and can be tried again', async () => {
  const told: unknown[] = []
  const toasts: { text: string; action: { onAction: () => void } }[] = []
  let [isShared, isAway] = [false, true]
  const account: Partial<AccountViews> = {
    read: async () => [{ ...view('1', 'Hats'), isShared }],
    share: async (_, sharing) => {
      if (isAway) throw new TypeError('away')
      isShared = sharing.isShared
    },
  }
  const options = {
    wantToasts: async () => ({ bad: (toast: never) => void toasts.push(toast) }) as never,
    onSaved: () => {},
    onShared: (name: string, is: boolean) => void told.push([name, is]),
  }
  const { result } = renderHook(() => useViews('assets', options), { wrapper: within([], account) })
  await waitFor(() => expect(result.current.views).toHaveLength(1))
  await act(async () => result.current.share({ name: 'Hats', isShared: true }))
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['list.viewNotShared']))
  await waitFor(() => expect(result.current.views[0]?.isShared).toBe(false))
  isAway = false
  // What is no fault of the wire has no way back.
  await act(async () => result.current.share({ name: 'Hats', isShared: true }))
  await waitFor(() => expect(told).toEqual([['Hats', true]]))
  expect(result.current.views[0]?.isShared).toBe(true)
})
