import { expect, test } from 'vitest'
import type { Job, JobStatus } from '../../../src/api/contract/jobs.ts'
import { abilityWith } from '../../../src/machines/rules/ability.ts'
import { isAlive, type JobCalls, jobActions, jobBulk } from '../../../src/ui/jobs/job-actions.tsx'
import { rowMenu } from '../../../src/ui/list/row-menu.ts'
import { NO_LIST } from '../list/standing.ts'

const asset = { id: 'a1', name: 'Bow tie', type: 'top' } as const
const job = (status: JobStatus, change: Partial<Job> = {}): Job => ({
  id: status,
  kind: 'icon',
  status,
  progress: 0,
  attempts: 1,
  createdAt: '2026-11-01T12:00:00Z',
  ...change,
})
const nobody = abilityWith([])
const menu = (row: Job) =>
  rowMenu(
    jobActions(() => {}),
    row,
    nobody,
  ).flatMap((group) => group.map(({ id }) => id))

test('what failed can be tried again, what goes on can be cancelled, and what has an asset leads there', () => {
  const rows = [job('failed', { asset }), job('queued', { asset }), job('running'), job('done', { asset }), job('done')]
  expect(rows.map(menu)).toEqual([['open', 'retry'], ['open', 'cancel'], ['cancel'], ['open'], []])
})

test('a job goes on by itself until it is done or has failed', () => {
  expect((['queued', 'running', 'done', 'failed'] as const).map((status) => isAlive(job(status)))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('trying again and cancelling take each other back, for the jobs they fit', async () => {
  const told: unknown[] = []
  const tell = (what: string) => async (given: { id: string }, options?: { keepalive?: boolean }) => {
    told.push([what, given.id, options?.keepalive])
    return job('queued', { id: given.id })
  }
  const [retry, cancel] = jobBulk({ retry: tell('retry'), cancel: tell('cancel') } as unknown as JobCalls)
  const work = { items: [{ id: 'j1', name: 'Bow tie' }], list: NO_LIST, isLeaving: false }
  const outcome = await retry!.perform(work)
  expect(outcome.rows).toEqual([job('queued', { id: 'j1' })])
  await retry!.revert!({ ...work, isLeaving: true })
  await cancel!.perform(work)
  await cancel!.revert!(work)
  expect(told).toEqual([
    ['retry', 'j1', false],
    ['cancel', 'j1', true],
    ['cancel', 'j1', false],
    ['retry', 'j1', false],
  ])
  const all = (['queued', 'running', 'done', 'failed'] as const).map((status) => job(status))
  expect([retry, cancel].map((action) => all.filter(action!.fits!).map(({ id }) => id))).toEqual([
    ['failed'],
    ['queued', 'running'],
  ])
})
