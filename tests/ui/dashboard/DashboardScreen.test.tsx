// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { assetWith } from '../../support/assets.ts'
import '../kit/support.ts'
import { changeWith, Failing, jobWith, pageOf, showDashboard } from './support.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const region = (name: string) => within(screen.getByRole('region', { name }))
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const link = (name: string) => screen.getByRole('link', { name })
/** Where a link leads: the path, and the filter of its list. */
const wayOf = (element: HTMLElement) => {
  const { pathname, searchParams } = new URL(element.getAttribute('href') ?? '', 'https://atelier.example')
  return [pathname, JSON.parse(searchParams.get('filter') ?? 'null')]
}

const VIEWER = [['read', 'Asset']]
const DEVELOPER = [['read,create,update,delete,lock', 'Asset']]

test('where nothing waits and there is nothing, each part says so quietly', async () => {
  await showDashboard({ ability: DEVELOPER })
  await waitFor(() => expect(region('Needs attention').getAllByText('Nothing waits')).toHaveLength(4))
  expect(await screen.findAllByText('No assets yet.')).toHaveLength(2)
  expect(screen.getByText(/^Nothing is running\./)).toBeTruthy()
  expect(screen.getByText('Nothing has changed yet.')).toBeTruthy()
  expect(region('Needs attention').queryAllByRole('link')).toEqual([])
})

test('what waits is counted and named, and leads to the list that holds all of it', async () => {
  const asset = { id: 'a1', name: 'Kiln Jacket', type: 'top' } as const
  const failed = jobWith({ status: 'failed', asset })
  await showDashboard({
    answers: {
      failed: pageOf([failed, { ...failed, id: 'j2', asset: undefined as never, kind: 'import' }], 1204),
      undrawn: pageOf([{ ...failed, kind: 'icon' }]),
      locked: pageOf([assetWith({ name: 'Ferry Cap' }), assetWith({ id: '2', name: 'Halo Cans, mint' })]),
    },
  })
  const failedLink = await screen.findByRole('link', { name: 'Failed jobs' })
  expect(wayOf(failedLink)).toEqual([
    '/jobs',
    { status: ['failed'], kind: ['import', 'morph', 'cages', 'optimise', 'purge', 'merge'] },
  ])
  expect(wayOf(await screen.findByRole('link', { name: 'Models that won’t render' }))).toEqual([
    '/jobs',
    { status: ['failed'], kind: ['icon'] },
  ])
  expect(wayOf(await screen.findByRole('link', { name: 'Locked by you' }))).toEqual(['/assets', { locked: 'mine' }])
  const tile = (name: string) => screen.getByRole('heading', { name }).parentElement!.textContent
  expect([tile('Failed jobs'), tile('Locked by you')]).toEqual([
    'Failed jobsKiln Jacket · Import1,204',
    'Locked by youFerry Cap · Halo Cans, mint2',
  ])
})

test('counts by type are a table, whose names lead to the assets of the type', async () => {
  await showDashboard({
    answers: {
      counts: [
        { type: 'eyes', count: 3 },
        { type: 'hair', count: 1480 },
      ],
      recent: pageOf([assetWith({ type: 'hair', iconUrl: '/files/bob.png' })]),
    },
  })
  const table = await screen.findByRole('table', { name: 'Assets' })
  expect(texts(within(table).getAllByRole('columnheader'))).toEqual(['Type', 'Assets'])
  expect(texts(within(table).getAllByRole('row'))).toEqual(['TypeAssets', 'Hair1,480', 'Eyes3'])
  expect(wayOf(within(table).getByRole('link', { name: 'Hair' }))).toEqual(['/assets', { type: ['hair'] }])
  expect(screen.getByText('1,483')).toBeTruthy()
  await waitFor(() => expect(table.querySelector('img')?.getAttribute('src')).toBe('/files/bob.png'))
})

test('a type that nobody changed lately has a piece on its plinth too', async () => {
  const { asked } = await showDashboard({
    answers: {
      counts: [
        { type: 'eyes', count: 3 },
        { type: 'hair', count: 4 },
      ],
      recent: pageOf([assetWith({ type: 'hair', iconUrl: '/files/bob.png' })]),
      pieces: pageOf([assetWith({ id: '2', type: 'eyes', iconUrl: '/files/iris.png' })]),
    },
  })
  const table = await screen.findByRole('table', { name: 'Assets' })
  const pieces = () => [...table.querySelectorAll('img')].map((img) => img.getAttribute('src'))
  await waitFor(() => expect(pieces()).toEqual(['/files/bob.png', '/files/iris.png']))
  expect(asked.filter((name) => name === 'pieces')).toEqual(['pieces'])
})

test('all of the activity is a link away for those who may read it', async () => {
  await showDashboard({ ability: [['read', 'Asset,Tag']] })
  expect((await screen.findByRole('link', { name: 'All activity' })).getAttribute('href')).toBe('/activity/assets')
})

test('the queue tells how far its jobs are and how many more there are, and looks again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const asset = { id: 'a1', name: 'Kiln Jacket', type: 'top' } as const
  const answers = {
    queue: pageOf([jobWith({ asset }), jobWith({ id: 'j2', kind: 'import', status: 'queued', progress: 0 })], 1300),
  }
  const { asked } = await showDashboard({ answers })
  const bar = await screen.findByRole('progressbar', { name: 'Progress of Kiln Jacket' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(texts(region('Queue').getAllByRole('listitem'))).toEqual(['Kiln JacketMorph40%', 'ImportQueued', '1,298 more'])
  answers.queue = pageOf([])
  const before = asked.filter((name) => name === 'queue').length
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(await screen.findByText(/^Nothing is running\./)).toBeTruthy()
  expect(asked.filter((name) => name === 'queue').length).toBe(before + 1)
})

test('who did what is told by name, day by day, in the words of the language', async () => {
  const old = '2024-05-03T10:00:00Z'
  const changes = [
    changeWith(),
    changeWith({ id: 'c2', action: 'updated', fields: ['name'], actor: { id: 'u2', email: 'bo@house.example' } }),
    changeWith({ id: 'c3', action: 'created', actor: { id: 'u3' }, at: old }),
  ]
  await showDashboard({ answers: { changes: { data: changes } }, language: 'de' })
  const activity = region('Letzte Aktivität')
  expect(texts((await activity.findAllByRole('listitem')).map((line) => line.querySelector('p')!))).toEqual([
    'The modeller hat Kiln Jacket gesperrt',
    'bo@house.example hat Kiln Jacket umbenannt',
    'Ein Teammitglied hat Kiln Jacket hinzugefügt',
  ])
  expect(texts(activity.getAllByRole('heading', { level: 3 }))).toEqual(['heute', 'Freitag, 3. Mai 2024'])
  expect(activity.getAllByRole('link').map(wayOf)).toEqual([
    ['/activity/assets', null],
    ...changes.map(() => ['/assets/a1', null]),
  ])
})

test('the assets that changed last stand there with a way to each and to all', async () => {
  const recent = pageOf([assetWith({ id: 'a7', name: 'Ferry Cap' }), assetWith({ id: 'a8', name: 'Halo Cans' })])
  await showDashboard({ answers: { recent } })
  expect((await region('Recently changed').findAllByRole('link')).map((it) => [it.textContent, ...wayOf(it)])).toEqual([
    ['All assets', '/assets', null],
    ['Ferry Cap', '/assets/a7', null],
    ['Halo Cans', '/assets/a8', null],
  ])
})

test('a part that fails says so alone, and is asked again on wish and once there is a connection', async () => {
  const offline = new Failing(new ApiError('FETCH_ERROR', 'jobs'))
  const answers: Record<string, unknown> = { queue: offline, failed: offline, changes: { data: [changeWith()] } }
  const { asked } = await showDashboard({ answers })
  const queue = region('Queue')
  expect(await queue.findByText('Atelier can’t reach the service. Check your connection.')).toBeTruthy()
  expect(await screen.findByText('Didn’t load')).toBeTruthy()
  expect(await region('Recent activity').findAllByRole('listitem')).toHaveLength(1)
  answers['queue'] = pageOf([])
  await act(async () => queue.getByRole('button', { name: 'Retry' }).click())
  expect(await queue.findByText(/^Nothing is running\./)).toBeTruthy()
  delete answers['failed']
  const before = asked.filter((name) => name === 'failed').length
  await act(async () => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('Didn’t load')).toBeNull())
  expect(asked.filter((name) => name === 'failed').length).toBe(before + 1)
  expect(asked.filter((name) => name === 'counts')).toHaveLength(1)
})

test('what others change is there after a moment, whatever they changed meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const answers: Record<string, unknown> = { counts: [{ type: 'hair', count: 1 }] }
  const { asked, tell } = await showDashboard({ answers })
  expect(await screen.findByRole('cell', { name: '1' })).toBeTruthy()
  answers['counts'] = [{ type: 'hair', count: 2 }]
  answers['changes'] = { data: [changeWith()] }
  asked.length = 0
  await tell({ key: 'asset.v1.created', id: 'a', at: '2026-11-01T12:00:00Z' })
  await tell('gap')
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(await screen.findByRole('cell', { name: '2' })).toBeTruthy()
  expect(await region('Recent activity').findAllByRole('listitem')).toHaveLength(1)
  for (const name of ['counts', 'recent', 'changes', 'locked'])
    expect([name, asked.filter((it) => it === name).length]).toEqual([name, 1])
})

test('who may only look is asked nothing of jobs and locks, and is offered nothing to do', async () => {
  const { asked } = await showDashboard({ ability: VIEWER, answers: { counts: [{ type: 'hair', count: 1 }] } })
  expect(await screen.findByRole('cell', { name: '1' })).toBeTruthy()
  expect(texts(screen.getAllByRole('heading', { level: 2 }))).toEqual(['Assets', 'Recent activity', 'Recently changed'])
  expect([...asked].sort()).toEqual(['changes', 'counts', 'pieces', 'recent'])
  expect(screen.queryByRole('link', { name: 'All activity' })).toBeNull()
  expect(screen.queryByRole('link', { name: /New asset|Upload/ })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
})

test('who makes assets has the way to it by a link, on the page and in its head', async () => {
  await showDashboard({ ability: DEVELOPER })
  expect([wayOf(link('New asset')), wayOf(link('Upload files'))]).toEqual([
    ['/assets/new', null],
    ['/assets/new', null],
  ])
})
