// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { jobColumns, jobOnPhone } from '../../../src/ui/jobs/job-columns.tsx'
import { cellsOf, phoneOf } from '../list/cells.tsx'

afterEach(cleanup)

const job: Job = {
  id: 'j1',
  kind: 'optimise',
  status: 'failed',
  progress: 0,
  attempts: 5,
  error: 'The model has no triangles.',
  asset: { id: 'a1', name: 'Bow tie', type: 'top' },
  ownerId: 'u1',
  ownerEmail: 'ann@house.example',
  createdAt: new Date().toISOString(),
}

test('a row says what the job is about, what it does, where it stands and since when; admins see who asked', async () => {
  const told = {
    asset: 'Bow tie',
    kind: 'Optimise',
    status: 'FailedThe model has no triangles.',
    attempts: '5',
    createdAt: 'now',
  }
  expect(await cellsOf(jobColumns(false), job)).toEqual(told)
  expect(document.querySelector('[data-field="asset"] a')?.getAttribute('href')).toBe('/assets/a1')
  cleanup()
  expect(await cellsOf(jobColumns(true), job)).toEqual({ ...told, ownerEmail: 'ann@house.example' })
})

test('what tells it from others about the same asset stands below its name', async () => {
  const body = { id: 'b1', name: 'Alder Body', type: 'bodyshape' as const }
  expect((await cellsOf(jobColumns(false), { ...job, kind: 'morph', body }))['asset']).toBe('Bow tieAlder Body')
  cleanup()
  expect((await cellsOf(jobColumns(false), { ...job, recipe: 'phone' }))['asset']).toBe('Bow tieFor phones')
  cleanup()
  expect(await phoneOf(jobOnPhone({ ...job, body }))).toEqual(['Bow tie', 'now', 'FailedOptimiseAlder Body'])
})

test('a job that is about no asset goes by its kind, and leads nowhere', async () => {
  const { asset: _, ...bare } = { ...job, kind: 'import' as const }
  expect((await cellsOf(jobColumns(false), bare))['asset']).toBe('Import')
  expect(document.querySelector('a')).toBeNull()
})

test('on a phone the kind stands beside the status', async () => {
  expect(await phoneOf(jobOnPhone(job))).toEqual(['Bow tie', 'now', 'FailedOptimise'])
})

test('what is exported of a job is the name of its asset', () => {
  const column = jobColumns(false).find(({ field }) => field === 'asset')
  expect((column!.text as (value: Job['asset'], row: Job) => unknown)(job.asset, job)).toBe('Bow tie')
})
