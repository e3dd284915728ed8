// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { createJobColumns, toJobPhoneItem } from '../../../src/ui/jobs/job-columns.tsx'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'

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

test('shows asset, kind, status, attempts and time of a job, and to admins its owner', async () => {
  const expected = {
    asset: 'Bow tie',
    kind: 'Optimise',
    status: 'FailedThe model has no triangles.',
    attempts: '5',
    createdAt: 'now',
  }
  expect(await cellTextsOf(createJobColumns(false), job)).toEqual(expected)
  expect(document.querySelector('[data-field="asset"] a')?.getAttribute('href')).toBe('/assets/a1')
  cleanup()
  expect(await cellTextsOf(createJobColumns(true), job)).toEqual({ ...expected, ownerEmail: 'ann@house.example' })
})

test('shows the body or the recipe of a job below its asset name', async () => {
  const body = { id: 'b1', name: 'Alder Body', type: 'bodyshape' as const }
  expect((await cellTextsOf(createJobColumns(false), { ...job, kind: 'morph', body }))['asset']).toBe(
    'Bow tieAlder Body',
  )
  cleanup()
  expect((await cellTextsOf(createJobColumns(false), { ...job, recipe: 'phone' }))['asset']).toBe('Bow tieFor phones')
  cleanup()
  expect(await phoneTextsOf(toJobPhoneItem({ ...job, body }))).toEqual(['Bow tie', 'now', 'FailedOptimiseAlder Body'])
})

test('names a job without an asset by its kind, without a link', async () => {
  const { asset: _, ...jobWithoutAsset } = { ...job, kind: 'import' as const }
  expect((await cellTextsOf(createJobColumns(false), jobWithoutAsset))['asset']).toBe('Import')
  expect(document.querySelector('a')).toBeNull()
})

test('shows the kind next to the status on a phone', async () => {
  expect(await phoneTextsOf(toJobPhoneItem(job))).toEqual(['Bow tie', 'now', 'FailedOptimise'])
})

test('exports the asset column of a job as the asset name', () => {
  const column = createJobColumns(false).find(({ field }) => field === 'asset')
  expect((column!.text as (value: Job['asset'], row: Job) => unknown)(job.asset, job)).toBe('Bow tie')
})
