// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MAX_ASSETS_MERGED_SYNCHRONOUSLY } from '../../../src/api/contract/tags.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { DeleteTagDialog } from '../../../src/ui/tags/DeleteTagDialog.tsx'
import { toTagRow } from '../../../src/ui/tags/find-tag.ts'
import { createTagActions, createTagBulkActions } from '../../../src/ui/tags/tag-actions.ts'
import { createTranslateFor } from '../../support/translate.ts'
import { stubBrowserApis } from '../asset/support.tsx'

beforeEach(stubBrowserApis)

const createTagRow = (assetCount: number) => toTagRow({ tagId: 'wintr', name: 'wintr', color: 'ochre', assetCount })

/**
 * Confirms the deletion of a tag of 50,000 assets. The stubbed server responds with `response`, then to each poll of the job with
 * one of `reads`.
 */
async function confirm(response: { jobId?: string }, reads: object[] = []) {
  const events: string[] = []
  const calls = {
    tags: { remove: async () => response },
    jobs: { get: async ({ id }: { id: string }) => ({ id, kind: 'merge', progress: 0, ...reads.shift() }) },
  }
  const record = (name: string) => () => void events.push(name)
  render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <DeleteTagDialog
        tag={createTagRow(50_000)}
        calls={calls as never}
        onDeleted={record('deleted')}
        onClose={record('closed')}
      />
    </AtelierContext>,
  )
  expect(screen.getByRole('alertdialog').textContent).toContain('Removes wintr from 50,000 assets.')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => screen.getByRole('button', { name: 'Delete' }).click())
  return { events, pass: () => act(async () => vi.advanceTimersByTime(1000)) }
}

test('shows the progress of the job that deletes a tag of many assets, and can be closed', async () => {
  const reads = [{ status: 'queued' }, { status: 'running', progress: 0.5 }, { status: 'done', progress: 1 }]
  const { events, pass } = await confirm({ jobId: 'j' }, reads)
  await pass()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(screen.getByText('50% done. You can close this; the deletion continues in the background.')).toBeTruthy()
  fireEvent.click(screen.getByText('Close', { selector: 'button' }))
  await pass()
  expect(events).toEqual(['closed', 'deleted'])
})

test('finishes immediately if the server starts no job, and shows why a job failed', async () => {
  expect((await confirm({})).events).toEqual(['deleted'])
  cleanup()
  vi.useRealTimers()
  const { events } = await confirm({ jobId: 'j' }, [{ status: 'failed', error: 'No admin any more.' }])
  expect(screen.getByRole('alert').textContent).toBe('No admin any more.')
  expect(events).toEqual([])
})

test('deletes a tag of few assets by the bulk action, and a tag of many assets by the dialog', () => {
  const menuActionTypes = (n: number) =>
    createTagActions(() => {})
      .flat()
      .filter(({ id, appliesTo }) => id.startsWith('delete') && appliesTo?.(createTagRow(n)))
      .map((action) => ('dialog' in action ? 'dialog' : 'bulk'))
  expect([
    menuActionTypes(MAX_ASSETS_MERGED_SYNCHRONOUSLY),
    menuActionTypes(MAX_ASSETS_MERGED_SYNCHRONOUSLY + 1),
  ]).toEqual([['bulk'], ['dialog']])
  const [several] = createTagBulkActions(async () => {})
  expect(
    [MAX_ASSETS_MERGED_SYNCHRONOUSLY, MAX_ASSETS_MERGED_SYNCHRONOUSLY + 1].map((n) =>
      several!.appliesTo!(createTagRow(n)),
    ),
  ).toEqual([true, false])
})
