// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { createAsset } from '../../support/create-asset.ts'
import '../kit/support.ts'
import { changeWith, FailingResponse, jobWith, pageOf, showDashboard } from './support.tsx'

const region = (name: string) => within(screen.getByRole('region', { name }))
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const link = (name: string) => screen.getByRole('link', { name })
const linkTarget = (element: HTMLElement) => {
  const { pathname, searchParams } = new URL(element.getAttribute('href') ?? '', 'https://atelier.example')
  return [pathname, JSON.parse(searchParams.get('filter') ?? 'null')]
}

const VIEWER = [['read', 'Asset']]
const DEVELOPER = [['read,create,update,delete,lock', 'Asset']]

test('shows an empty state without links in each section that has no data', async () => {
  await showDashboard({ ability: DEVELOPER })
  await waitFor(() => expect(region('Needs attention').getAllByText('All clear')).toHaveLength(4))
  expect(await screen.findAllByText('No assets yet.')).toHaveLength(2)
  expect(screen.getByText(/^Nothing running\./)).toBeTruthy()
  expect(screen.getByText('Nothing has changed yet.')).toBeTruthy()
  expect(region('Needs attention').queryAllByRole('link')).toEqual([])
})

test('shows count and names of items that need attention, and links to their filtered lists', async () => {
  const asset = { id: 'a1', name: 'Kiln Jacket', type: 'top' } as const
  const failed = jobWith({ status: 'failed', asset })
  await showDashboard({
    responses: {
      failed: pageOf([failed, { ...failed, id: 'j2', asset: undefined as never, kind: 'import' }], 1204),
      undrawn: pageOf([{ ...failed, kind: 'icon' }]),
      locked: pageOf([createAsset({ name: 'Ferry Cap' }), createAsset({ id: '2', name: 'Halo Cans, mint' })]),
    },
  })
  const failedLink = await screen.findByRole('link', { name: 'Failed jobs' })
  expect(linkTarget(failedLink)).toEqual([
    '/jobs',
    { status: ['failed'], kind: ['import', 'morph', 'cages', 'optimise', 'purge', 'merge', 'mail'] },
  ])
  expect(linkTarget(await screen.findByRole('link', { name: 'Models that can’t be rendered' }))).toEqual([
    '/jobs',
    { status: ['failed'], kind: ['icon'] },
  ])
  expect(linkTarget(await screen.findByRole('link', { name: 'Locked by you' }))).toEqual([
    '/assets',
    { locked: 'mine' },
  ])
  const tile = (name: string) => screen.getByRole('heading', { name }).parentElement!.textContent
  expect([tile('Failed jobs'), tile('Locked by you')]).toEqual([
    'Failed jobsKiln Jacket · Import1,204',
    'Locked by youFerry Cap · Halo Cans, mint2',
  ])
})

test('shows the number of assets per type in a table with links to the assets of each type', async () => {
  await showDashboard({
    responses: {
      counts: [
        { type: 'eyes', count: 3 },
        { type: 'hair', count: 1480 },
      ],
      recent: pageOf([createAsset({ type: 'hair', iconUrl: '/files/bob.png' })]),
    },
  })
  const table = await screen.findByRole('table', { name: 'Assets' })
  expect(texts(within(table).getAllByRole('columnheader'))).toEqual(['Type', 'Assets'])
  expect(texts(within(table).getAllByRole('row'))).toEqual(['TypeAssets', 'Hair1,480', 'Eyes3'])
  expect(linkTarget(within(table).getByRole('link', { name: 'Hair' }))).toEqual(['/assets', { type: ['hair'] }])
  expect(screen.getByText('1,483')).toBeTruthy()
  await waitFor(() => expect(table.querySelector('img')?.getAttribute('src')).toBe('/files/bob.png'))
})

test('requests pictures for asset types without a recently changed asset', async () => {
  const { requests } = await showDashboard({
    responses: {
      counts: [
        { type: 'eyes', count: 3 },
        { type: 'hair', count: 4 },
      ],
      recent: pageOf([createAsset({ type: 'hair', iconUrl: '/files/bob.png' })]),
      pieces: pageOf([createAsset({ id: '2', type: 'eyes', iconUrl: '/files/iris.png' })]),
    },
  })
  const table = await screen.findByRole('table', { name: 'Assets' })
  const pictureUrls = () => [...table.querySelectorAll('img')].map((img) => img.getAttribute('src'))
  await waitFor(() => expect(pictureUrls()).toEqual(['/files/bob.png', '/files/iris.png']))
  expect(requests.filter((name) => name === 'pieces')).toEqual(['pieces'])
})

test('links to all activity for users with permission', async () => {
  await showDashboard({ ability: [['read', 'Asset,Tag']] })
  expect((await screen.findByRole('link', { name: 'All activity' })).getAttribute('href')).toBe('/activity/assets')
})

test('shows the progress of queued jobs and the number of further jobs, and polls the queue', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const asset = { id: 'a1', name: 'Kiln Jacket', type: 'top' } as const
  const responses = {
    queue: pageOf([jobWith({ asset }), jobWith({ id: 'j2', kind: 'import', status: 'queued', progress: 0 })], 1300),
  }
  const { requests } = await showDashboard({ responses })
  const bar = await screen.findByRole('progressbar', { name: 'Progress of Kiln Jacket' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(texts(region('Jobs').getAllByRole('listitem'))).toEqual([
    'Kiln JacketFitting40%',
    'ImportQueued',
    '1,298 more',
  ])
  responses.queue = pageOf([])
  const before = requests.filter((name) => name === 'queue').length
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(await screen.findByText(/^Nothing running\./)).toBeTruthy()
  expect(requests.filter((name) => name === 'queue').length).toBe(before + 1)
})

test('shows authors and changes by day in the language of the user', async () => {
  const old = '2024-05-03T10:00:00Z'
  const changes = [
    changeWith(),
    changeWith({ id: 'c2', action: 'updated', fields: ['name'], actor: { id: 'u2', email: 'bo@house.example' } }),
    changeWith({ id: 'c3', action: 'created', actor: { id: 'u3' }, at: old }),
  ]
  await showDashboard({ responses: { changes: { data: changes } }, language: 'de' })
  const activity = region('Letzte Aktivitäten')
  expect(texts((await activity.findAllByRole('listitem')).map((line) => line.querySelector('p')!))).toEqual([
    'The modeller hat Kiln Jacket gesperrt',
    'bo@house.example hat Kiln Jacket umbenannt',
    'Ein Teammitglied hat Kiln Jacket hinzugefügt',
  ])
  expect(texts(activity.getAllByRole('heading', { level: 3 }))).toEqual(['heute', 'Freitag, 3. Mai 2024'])
  expect(activity.getAllByRole('link').map(linkTarget)).toEqual([
    ['/activity/assets', null],
    ...changes.map(() => ['/assets/a1', null]),
  ])
})

test('links to the recently changed assets and to the list of all assets', async () => {
  const recent = pageOf([createAsset({ id: 'a7', name: 'Ferry Cap' }), createAsset({ id: 'a8', name: 'Halo Cans' })])
  await showDashboard({ responses: { recent } })
  expect(
    (await region('Recently changed').findAllByRole('link')).map((it) => [it.textContent, ...linkTarget(it)]),
  ).toEqual([
    ['All assets', '/assets', null],
    ['Ferry Cap', '/assets/a7', null],
    ['Halo Cans', '/assets/a8', null],
  ])
})

test('retries a failed section on request and when the connection returns', async () => {
  const offline = new FailingResponse(new ApiError('FETCH_ERROR', 'jobs'))
  const responses: Record<string, unknown> = { queue: offline, failed: offline, changes: { data: [changeWith()] } }
  const { requests } = await showDashboard({ responses })
  const queue = region('Jobs')
  expect(await queue.findByText('Atelier can’t reach the service. Check your connection.')).toBeTruthy()
  expect(await screen.findByText('Didn’t load')).toBeTruthy()
  expect(await region('Recent activity').findAllByRole('listitem')).toHaveLength(1)
  responses['queue'] = pageOf([])
  await act(async () => queue.getByRole('button', { name: 'Retry' }).click())
  expect(await queue.findByText(/^Nothing running\./)).toBeTruthy()
  delete responses['failed']
  const before = requests.filter((name) => name === 'failed').length
  await act(async () => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('Didn’t load')).toBeNull())
  expect(requests.filter((name) => name === 'failed').length).toBe(before + 1)
  expect(requests.filter((name) => name === 'counts')).toHaveLength(1)
})

test('reloads counts, assets, changes and locks once after several events of other users', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const responses: Record<string, unknown> = { counts: [{ type: 'hair', count: 1 }] }
  const { requests, emit } = await showDashboard({ responses })
  expect(await screen.findByRole('cell', { name: '1' })).toBeTruthy()
  responses['counts'] = [{ type: 'hair', count: 2 }]
  responses['changes'] = { data: [changeWith()] }
  requests.length = 0
  await emit({ key: 'asset.v1.created', id: 'a', at: '2026-11-01T12:00:00Z' })
  await emit('gap')
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(await screen.findByRole('cell', { name: '2' })).toBeTruthy()
  expect(await region('Recent activity').findAllByRole('listitem')).toHaveLength(1)
  for (const name of ['counts', 'recent', 'changes', 'locked'])
    expect([name, requests.filter((it) => it === name).length]).toEqual([name, 1])
})

test('requests no jobs or locks for users with read permission only, and offers them no actions', async () => {
  const { requests } = await showDashboard({ ability: VIEWER, responses: { counts: [{ type: 'hair', count: 1 }] } })
  expect(await screen.findByRole('cell', { name: '1' })).toBeTruthy()
  expect(texts(screen.getAllByRole('heading', { level: 2 }))).toEqual(['Assets', 'Recent activity', 'Recently changed'])
  expect([...requests].sort()).toEqual(['changes', 'counts', 'pieces', 'recent'])
  expect(screen.queryByRole('link', { name: 'All activity' })).toBeNull()
  expect(screen.queryByRole('link', { name: /New asset|Upload/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
})

test('links to the page for new assets if the user is permitted to create assets', async () => {
  await showDashboard({ ability: DEVELOPER })
  expect([linkTarget(link('New asset')), linkTarget(link('Upload files'))]).toEqual([
    ['/assets/new', null],
    ['/assets/new', null],
  ])
})
