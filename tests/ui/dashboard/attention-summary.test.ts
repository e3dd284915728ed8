import { expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { draftLinkOf, summarizeAssets, summarizeJobs } from '../../../src/ui/dashboard/attention-summary.ts'
import { createAsset } from '../../support/create-asset.ts'

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

test('summarises jobs by distinct asset names, or by kind for jobs without an asset', () => {
  const page = { data: [job('1', 'Bow tie'), job('2', 'Bow tie'), job('3')], pagination }
  expect(summarizeJobs(page, ({ kind }) => `A ${kind}`)).toEqual({ total: 11, names: ['Bow tie', 'A morph'] })
})

test('summarises assets by their total and names', () => {
  expect(summarizeAssets({ data: [createAsset({ name: 'Cap' })], pagination })).toEqual({ total: 11, names: ['Cap'] })
})

test('links to drafts of new assets before drafts of existing assets', () => {
  const none = { hasNew: false, queued: 0, assets: [] }
  const asset = { to: '/assets/$id', params: { id: 'a' } }
  expect(draftLinkOf({ ...none, hasNew: true, assets: ['a'] })).toEqual({ to: '/assets/new' })
  expect(draftLinkOf({ ...none, queued: 2, assets: ['a'] })).toEqual({ to: '/assets/new' })
  expect(draftLinkOf({ ...none, assets: ['a', 'b'] })).toEqual(asset)
  expect(draftLinkOf(none)).toEqual({ to: '/assets/new' })
})
