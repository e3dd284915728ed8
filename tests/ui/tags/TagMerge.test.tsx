// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { Merged } from '../../../src/api/contract/tags.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { TagMerge } from '../../../src/ui/tags/TagMerge.tsx'
import { translateIn } from '../../support/translate.ts'
import { stubPage } from '../asset/support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const tag = (tagId: string, assetCount: number) => ({ tagId, name: tagId, color: 'ochre', assetCount })
const MANY = tag('wintr', 50_000)
const session = {
  getSnapshot: () => ({ context: { data: { _id: 'me' } } }),
  subscribe: () => ({ unsubscribe() {} }),
}

/** Merges a tag by its dialog; the server answers `merged`, and of the job what `reads` gives next. */
async function merge(merged: Merged, reads: (Partial<Job> | Error)[] = []) {
  const told: string[] = []
  const asked: unknown[] = []
  const calls = {
    tags: {
      list: async () => ({ data: [MANY, tag('winter', 1)], pagination: { hasNextPage: false } }),
      merge: async (given: unknown) => {
        asked.push(given)
        return merged
      },
    },
    jobs: {
      get: async ({ id }: { id: string }) => {
        asked.push(id)
        const next = reads.shift()
        if (next instanceof Error || !next) throw next ?? new Error('Nobody was to ask.')
        return { id, kind: 'merge', attempts: 1, createdAt: '', progress: 0, ...next }
      },
    },
  }
  render(
    <AtelierContext value={{ language: 'en', session, translate: translateIn('en') } as never}>
      <TagMerge
        tag={MANY}
        calls={calls as never}
        onMerged={() => told.push('merged')}
        onClose={() => told.push('closed')}
      />
    </AtelierContext>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Tag that stays/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'winter' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => void fireEvent.submit(screen.getByRole('form')))
  return { told, asked, pass: () => act(async () => vi.advanceTimersByTime(1000)) }
}

const bar = () => screen.queryByRole('progressbar')?.getAttribute('aria-valuenow')

test('a tag of few assets is merged at once', async () => {
  const { told, asked } = await merge(tag('winter', 3))
  expect([told, asked]).toEqual([['merged'], [{ tagId: 'wintr', body: { into: 'winter' } }]])
})

test('one of many shows how far that is until it is done, and may be closed meanwhile', async () => {
  const { told, pass } = await merge({ ...tag('winter', 0), jobId: 'j' }, [
    { status: 'queued' },
    { status: 'running', progress: 0.5 },
    { status: 'done', progress: 1 },
  ])
  expect([bar(), told]).toEqual(['0', []])
  await pass()
  expect(bar()).toBe('50')
  expect(screen.getByText('50% done. You can close this: merging goes on.')).toBeTruthy()
  fireEvent.click(screen.getByText('Close', { selector: 'button' }))
  await pass()
  expect(told).toEqual(['closed', 'merged'])
})

test('one that failed says why, and one that cannot be followed is asked about again', async () => {
  const { told, asked, pass } = await merge({ ...tag('winter', 0), jobId: 'j' }, [
    new ApiError('FETCH_ERROR', 'jobs'),
    { status: 'running' },
    { status: 'failed', error: 'The tag that was to stay was not found.' },
  ])
  expect(screen.getByRole('alert').textContent).toMatch(/can’t reach/)
  await act(async () => fireEvent.click(screen.getByText('Retry', { selector: 'button' })))
  await pass()
  expect(screen.getByRole('alert').textContent).toBe('The tag that was to stay was not found.')
  expect([told, asked.slice(1)]).toEqual([[], ['j', 'j', 'j']])
})
