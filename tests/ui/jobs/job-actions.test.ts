import { expect, test } from 'vitest'
import type { Job, JobStatus } from '../../../src/api/contract/jobs.ts'
import { createAbility } from '../../../src/machines/session/ability.ts'
import {
  createJobActions,
  createJobBulkActions,
  isUnfinishedJob,
  type JobCalls,
} from '../../../src/ui/jobs/job-actions.tsx'
import { buildRowMenu } from '../../../src/ui/list/actions/row-menu.ts'
import { EMPTY_LIST } from '../list/empty-list.ts'

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
const noPermissions = createAbility([])
const menu = (row: Job) =>
  buildRowMenu(
    createJobActions(() => {}),
    row,
    noPermissions,
  ).flatMap((group) => group.map(({ id }) => id))

test('offers “retry” for failed jobs, “cancel” for unfinished jobs, and “open” for jobs with an asset', () => {
  const rows = [job('failed', { asset }), job('queued', { asset }), job('running'), job('done', { asset }), job('done')]
  expect(rows.map(menu)).toEqual([
    ['open', 'details', 'retry'],
    ['open', 'details', 'cancel'],
    ['details', 'cancel'],
    ['open', 'details'],
    ['details'],
  ])
})

test('treats queued and running jobs as unfinished', () => {
  expect((['queued', 'running', 'done', 'failed'] as const).map((status) => isUnfinishedJob(job(status)))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('Undo cancels a retried job and retries a cancelled job; only failed jobs can be retried', async () => {
  const calls: unknown[] = []
  const record = (name: string) => async (input: { id: string }, options?: { keepalive?: boolean }) => {
    calls.push([name, input.id, options?.keepalive])
    return job('queued', { id: input.id })
  }
  const [retry, cancel] = createJobBulkActions({
    retry: record('retry'),
    cancel: record('cancel'),
  } as unknown as JobCalls)
  const request = { items: [{ id: 'j1', name: 'Bow tie' }], list: EMPTY_LIST, isLeaving: false }
  const outcome = await retry!.perform(request)
  expect(outcome.rows).toEqual([job('queued', { id: 'j1' })])
  await retry!.revert!({ ...request, isLeaving: true })
  await cancel!.perform(request)
  await cancel!.revert!(request)
  expect(calls).toEqual([
    ['retry', 'j1', false],
    ['cancel', 'j1', true],
    ['cancel', 'j1', false],
    ['retry', 'j1', false],
  ])
  const all = (['queued', 'running', 'done', 'failed'] as const).map((status) => job(status))
  expect([retry, cancel].map((action) => all.filter(action!.appliesTo!).map(({ id }) => id))).toEqual([
    ['failed'],
    ['queued', 'running'],
  ])
})
