// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import type { AccountView } from '../../../src/api/contract/views.ts'
import { DEFAULT_LAYOUT } from '../../../src/machines/views/layout.ts'
import type { SavedViewsProps } from '../../../src/ui/settings/SavedViews.tsx'
import { SettingsScreen } from '../../../src/ui/settings/SettingsScreen.tsx'
import { locationOfView } from '../../../src/ui/settings/view-locations.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import { createRefusalError, GUEST, press, showView, typeText, VERIFIED_USER } from '../session/support.tsx'

const view = (id: string, list: string, filter: object = {}): AccountView => ({
  ...{ id, list, name: `View ${id}`, updatedAt: '2026-03-02T09:00:00.000Z', isShared: false },
  query: { search: { filter }, layout: DEFAULT_LAYOUT },
})

let savedViews: AccountView[]
let calls: unknown[]
beforeEach(() => {
  savedViews = [view('1', 'assets', { type: ['hair'] }), view('2', 'wardrobe/u1', { wear: ['cap'] })]
  calls = []
})

const open = (role: Role = 'user', overrides: Partial<SavedViewsProps['calls']> = {}) => {
  const token = createUnsignedToken({ ability: packAbility({ id: 'user-1', role, applicationIds: [] }) })
  const all: SavedViewsProps['calls'] = {
    list: async () => savedViews,
    rename: async (id, name) => {
      calls.push([id, name])
      savedViews = savedViews.map((savedView) => (savedView.id === id ? { ...savedView, name } : savedView))
      return savedViews[0]!
    },
    remove: async (id) => {
      savedViews = savedViews.filter((savedView) => savedView.id !== id)
    },
    share: async (id, isShared) => {
      calls.push([id, isShared])
      savedViews = savedViews.map((savedView) => (savedView.id === id ? { ...savedView, isShared } : savedView))
      return savedViews[0]!
    },
    ...overrides,
  }
  return showView(<SettingsScreen views={all} />, {}, { ...(role === 'anonymous' ? GUEST : VERIFIED_USER), token })
}
const sectionNames = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test.each<[Role, string[]]>([
  ['admin', ['Appearance', 'Saved views', 'API tokens', 'Webhooks', 'Your account']],
  ['developer', ['Appearance', 'Saved views', 'API tokens', 'Your account']],
  ['user', ['Appearance', 'Saved views', 'Your account']],
  ['anonymous', ['Appearance', 'Saved views', 'Your account']],
])('shows only the settings sections that the role %s may use', async (role, sections) => {
  await open(role)
  expect(sectionNames()).toEqual(sections)
  expect(screen.queryByText(/Guests keep views/) !== null).toBe(role === 'anonymous')
})

test('shows the saved views of all lists, each with the name of its list and a link', async () => {
  await open()
  const list = within(await screen.findByRole('list', { name: 'Saved views' }))
  const [assets, outfit] = list.getAllByRole('link').map((it) => decodeURIComponent(it.getAttribute('href') ?? ''))
  expect(assets).toBe('/assets?filter={"type":["hair"]}')
  expect(outfit).toBe('/users/u1/assets?wear=["cap"]')
  expect(list.getByText('Wardrobe')).toBeTruthy()
})

test.each(['assets', 'bodies', 'tags', 'applications', 'jobs', 'trash', 'tokens', 'webhooks', 'users', 'activity'])(
  'links a view of the list “%s” to the page of the list',
  (list) => {
    expect(locationOfView(view('1', list))).toMatchObject({ to: `/${list}` })
  },
)

test('links a view of the deliveries of a webhook to the page of the webhook', () => {
  expect(locationOfView(view('1', 'webhooks/w1', { status: ['failed'] }))).toMatchObject({
    to: '/webhooks/w1',
    search: { filter: { status: ['failed'] } },
  })
})

test('returns no link for a view of an unknown list or with an invalid query', () => {
  expect(locationOfView(view('1', 'elsewhere'))).toBe(undefined)
  expect(locationOfView(view('1', 'constructor'))).toBe(undefined)
  expect(locationOfView({ ...view('1', 'assets'), query: { odd: true } })).toBe(undefined)
})

test('renames a view, and shows an error if the name is taken', async () => {
  await open()
  await press('Rename View 1')
  typeText('Name', 'Winter')
  await act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Rename View 1' })))
  expect(await screen.findByRole('link', { name: 'Winter' })).toBeTruthy()
  expect(calls).toEqual([['1', 'Winter']])
  cleanup()
  await open('user', { rename: () => Promise.reject(createRefusalError('NAME_TAKEN', 409)) })
  await press('Rename Winter')
  typeText('Name', 'View 2')
  await act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Rename Winter' })))
  expect(await screen.findByText('This name is already taken.')).toBeTruthy()
})

test('deletes a view after confirmation, and explains saved views when no view is left', async () => {
  savedViews = savedViews.slice(0, 1)
  await open()
  await press('Delete View 1')
  await act(async () => within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }).click())
  expect(await screen.findByText(/Views you save in lists/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
})

test('offers to share a view only if role and list allow sharing, and shows a failed change', async () => {
  await open('developer')
  await press('Share View 1 with everyone')
  expect(await screen.findByText('Assets · shared with everyone')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share View 2 with everyone' })).toBe(null)
  cleanup()
  await open('user', { share: () => Promise.reject(createRefusalError('FORBIDDEN', 403)) })
  expect(screen.queryByRole('button', { name: /with everyone/ })).toBe(null)
  await press('Stop sharing View 1')
  expect(await screen.findByRole('alert')).toBeTruthy()
  cleanup()
  await open('user')
  await press('Stop sharing View 1')
  await waitFor(() => expect(screen.queryByText(/shared with everyone/)).toBe(null))
  expect(calls).toEqual([
    ['1', true],
    ['1', false],
  ])
})
