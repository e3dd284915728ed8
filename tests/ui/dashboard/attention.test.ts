import { expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { draftPlace, waitingAssets, waitingJobs } from '../../../src/ui/dashboard/attention.ts'
import { assetWith } from '../../support/assets.ts'

const pagination = { page: 1, limit: 3, totalPages: 4, totalDocs: 11, hasNextPage: true }
const job = (id: string, name?: string): Job => ({
  id,
  kind: 'morph',
  status: 'failed',
  progress: 0,
  attempts: 5,
  createdAt: '2026-11-01T12:00:00Z',
  ...(name !== undefined && { asset: { id: name, name, type: 'top' } }),
})

test('jobs go by what they are about, each name once, or by what else they are called', () => {
  const page = { data: [job('1', 'Bow tie'), job('2', 'Bow tie'), job('3')], pagination }
  expect(waitingJobs(page, ({ kind }) => `A ${kind}`)).toEqual({ total: 11, names: ['Bow tie', 'A morph'] })
})

test('assets go by their names', () => {
  expect(waitingAssets({ data: [assetWith({ name: 'Cap' })], pagination })).toEqual({ total: 11, names: ['Cap'] })
})

test('drafts are gone on with where they were begun, new assets first', () => {
  const none = { hasNew: false, queued: 0, assets: [] }
  const asset = { to: '/assets/$id', params: { id: 'a' } }
  expect(draftPlace({ ...none, hasNew: true, assets: ['a'] })).toEqual({ to: '/assets/new' })
  expect(draftPlace({ ...none, queued: 2, assets: ['a'] })).toEqual({ to: '/assets/new' })
  expect(draftPlace({ ...none, assets: ['a', 'b'] })).toEqual(asset)
  expect(draftPlace(none)).toEqual({ to: '/assets/new' })
})
