// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { TagMergeResult } from '../../../src/api/contract/tags.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { MergeTagDialog } from '../../../src/ui/tags/MergeTagDialog.tsx'
import { createTranslateFor } from '../../support/translate.ts'
import { stubBrowserApis } from '../asset/support.tsx'

beforeEach(stubBrowserApis)

const tag = (tagId: string, assetCount: number) => ({ tagId, name: tagId, color: 'ochre', assetCount })
const LARGE_TAG = tag('wintr', 50_000)
const session = {
  getSnapshot: () => ({ context: { data: { _id: 'me' } } }),
  subscribe: () => ({ unsubscribe() {} }),
}

/** Merges a tag in the dialog. The stubbed server responds with `response`, then to each poll of the job with one of `reads`. */
async function merge(response: TagMergeResult, reads: (Partial<Job> | Error)[] = []) {
  const events: string[] = []
  const requests: unknown[] = []
  const calls = {
    tags: {
      list: async () => ({ data: [LARGE_TAG, tag('winter', 1)], pagination: { hasNextPage: false } }),
      merge: async (input: unknown) => {
        requests.push(input)
        return response
      },
    },
    jobs: {
      get: async ({ id }: { id: string }) => {
        requests.push(id)
        const next = reads.shift()
        if (next instanceof Error || !next) throw next ?? new Error('No request is expected.')
        return { id, kind: 'merge', attempts: 1, createdAt: '', progress: 0, ...next }
      },
    },
  }
  render(
    <AtelierContext value={{ language: 'en', session, translate: createTranslateFor('en') } as never}>
      <MergeTagDialog
        tag={LARGE_TAG}
        calls={calls as never}
        onMerged={() => events.push('merged')}
        onClose={() => events.push('closed')}
      />
    </AtelierContext>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Merge into/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'winter' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => void fireEvent.submit(screen.getByRole('form')))
  return { events, requests, pass: () => act(async () => vi.advanceTimersByTime(1000)) }
}

const bar = () => screen.queryByRole('progressbar')?.getAttribute('aria-valuenow')

test('merges a tag of few assets immediately', async () => {
  const { events, requests } = await merge(tag('winter', 3))
  expect([events, requests]).toEqual([['merged'], [{ tagId: 'wintr', body: { into: 'winter' } }]])
})

test('shows the progress of the job that merges a tag of many assets, and can be closed', async () => {
  const { events, pass } = await merge({ ...tag('winter', 0), jobId: 'j' }, [
    { status: 'queued' },
    { status: 'running', progress: 0.5 },
    { status: 'done', progress: 1 },
  ])
  expect([bar(), events]).toEqual(['0', []])
  await pass()
  expect(bar()).toBe('50')
  expect(screen.getByText('50% done. You can close this; the merge continues in the background.')).toBeTruthy()
  fireEvent.click(screen.getByText('Close', { selector: 'button' }))
  await pass()
  expect(events).toEqual(['closed', 'merged'])
})

test('retries a failed poll of the job on request, and shows why the job failed', async () => {
  const { events, requests, pass } = await merge({ ...tag('winter', 0), jobId: 'j' }, [
    new ApiError('FETCH_ERROR', 'jobs'),
    { status: 'running' },
    { status: 'failed', error: 'The target tag was not found.' },
  ])
  expect(screen.getByRole('alert').textContent).toMatch(/can’t reach/)
  await act(async () => fireEvent.click(screen.getByText('Retry', { selector: 'button' })))
  await pass()
  expect(screen.getByRole('alert').textContent).toBe('The target tag was not found.')
  expect([events, requests.slice(1)]).toEqual([[], ['j', 'j', 'j']])
})
