// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PresentUsers } from '../../../src/ui/presence/PresenceAvatars.tsx'
import { VERIFIED_USER } from '../session/support.tsx'
import { createAssetPage, createOfflineError, showAsset, stubBrowserApis, typeName } from './support.tsx'

let visibility: DocumentVisibilityState = 'visible'
beforeEach(() => {
  visibility = 'visible'
  stubBrowserApis()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})

async function open(options: Parameters<typeof showAsset>[0] = {}) {
  const announcements: string[] = []
  let response: PresentUsers | Promise<PresentUsers> | Error = { people: [], total: 0 }
  let notify: ((assetId: string) => void) | undefined
  const view = await showAsset({
    ...options,
    listen: (_, onPresence) => {
      notify ??= onPresence
      return () => {}
    },
    work: {
      announcePresence: async (state) => {
        announcements.push(state)
        if (response instanceof Error) throw response
        return response
      },
      announceLeave: async () => announcements.push('gone'),
    },
  })
  await view.lastCall('load').resolve(createAssetPage())
  return {
    ...view,
    announcements,
    respondWith: (next: typeof response) => {
      response = next
    },
    notify: (assetId: string) => act(async () => notify?.(assetId)),
  }
}

const viewer = { id: 'u1', name: 'First Person', isEditing: false }
const editor = { id: 'u2', email: 'second@atelier.example', isEditing: true }
const userList = () => screen.queryByRole('list', { name: 'Also here' })
const people = () =>
  within(userList()!)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const ID = createAssetPage().asset.id
const setVisibility = (next: DocumentVisibilityState) => {
  visibility = next
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')))
}

test('lists other users after a presence event for the asset, editors first, outside live regions', async () => {
  const page = await open()
  expect([page.announcements, userList()]).toEqual([['looking'], null])
  page.respondWith({ people: [viewer, editor], total: 2 })
  await page.notify('another-asset')
  expect(userList()).toBe(null)
  await page.notify(ID)
  expect(people()).toEqual(['second@atelier.example is editing', 'First Person is looking at this'])
  expect(userList()!.closest('[role="status"], [aria-live]')).toBe(null)
})

test('requests the users again if a presence event arrives during a request', async () => {
  const page = await open()
  let resolveUsers = (_: PresentUsers) => {}
  page.respondWith(new Promise<PresentUsers>((resolve) => (resolveUsers = resolve)))
  await page.notify(ID)
  await page.notify(ID)
  expect(page.announcements).toEqual(['looking', 'looking'])
  page.respondWith({ people: [viewer], total: 1 })
  await act(async () => resolveUsers({ people: [], total: 0 }))
  expect([page.announcements.length, people()]).toEqual([3, ['First Person is looking at this']])
})

test('lists three users and counts the rest, and calls users without a name team members', async () => {
  const page = await open()
  page.respondWith({ people: ['a', 'b', 'c', 'd'].map((id) => ({ id, isEditing: false })), total: 30 })
  await page.notify(ID)
  expect(people()).toEqual([...Array(3).fill('A team member is looking at this'), '+27And 27 more'])
})

test('announces that the user edits on a change and every 15 s, and that the user leaves on unmount', async () => {
  const page = await open()
  // jsdom starts one interval for all animation frames of the process. An interval started with this fake clock would never fire,
  // in any test file.
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'],
  })
  await setVisibility('hidden')
  await setVisibility('visible')
  page.announcements.length = 0
  typeName('Harbour Cap')
  await act(async () => {})
  expect(page.announcements).toEqual(['editing'])
  await act(async () => vi.advanceTimersByTime(15_000))
  expect(page.announcements).toEqual(['editing', 'editing'])
  page.unmount()
  expect(page.announcements.at(-1)).toBe('gone')
})

test('announces a leave when the page is hidden or unloads, and presence when it is visible again', async () => {
  const page = await open()
  await setVisibility('hidden')
  expect(page.announcements).toEqual(['looking', 'gone'])
  page.respondWith({ people: [viewer], total: 1 })
  await setVisibility('visible')
  expect([page.announcements, people()]).toEqual([['looking', 'gone', 'looking'], ['First Person is looking at this']])
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(page.announcements.at(-1)).toBe('gone')
})

test('removes the list of users, without an error, if the request fails', async () => {
  const page = await open()
  page.respondWith({ people: [viewer], total: 1 })
  await page.notify(ID)
  expect(userList()).not.toBe(null)
  const alerts = screen.queryAllByRole('alert').length
  page.respondWith(createOfflineError())
  await page.notify(ID)
  expect([userList(), screen.queryAllByRole('alert').length]).toEqual([null, alerts])
})

test('announces neither presence nor leave of guests, and shows guests no list', async () => {
  const { email: _, ...guest } = VERIFIED_USER
  const page = await open({ user: guest })
  expect([page.announcements, userList()]).toEqual([[], null])
  page.unmount()
  expect(page.announcements).toEqual([])
})
