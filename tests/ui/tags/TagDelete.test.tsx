// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MERGED_AT_ONCE } from '../../../src/api/contract/tags.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { tagRow } from '../../../src/ui/tags/find-tag.ts'
import { TagDelete } from '../../../src/ui/tags/TagDelete.tsx'
import { tagActions, tagBulk } from '../../../src/ui/tags/tag-actions.ts'
import { translateIn } from '../../support/translate.ts'
import { stubPage } from '../asset/support.tsx'

beforeEach(stubPage)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const withMany = (assetCount: number) => tagRow({ tagId: 'wintr', name: 'wintr', color: 'ochre', assetCount })

/** Confirms the deletion of a tag that 50,000 assets carry; the server answers it, and then of the job what `reads` gives. */
async function confirm(answer: { jobId?: string }, reads: object[] = []) {
  const told: string[] = []
  const calls = {
    tags: { remove: async () => answer },
    jobs: { get: async ({ id }: { id: string }) => ({ id, kind: 'merge', progress: 0, ...reads.shift() }) },
  }
  const tell = (what: string) => () => void told.push(what)
  render(
    <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
      <TagDelete tag={withMany(50_000)} calls={calls as never} onDeleted={tell('deleted')} onClose={tell('closed')} />
    </AtelierContext>,
  )
  expect(screen.getByRole('alertdialog').textContent).toContain('50,000 assets lose wintr.')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => screen.getByRole('button', { name: 'Delete' }).click())
  return { told, pass: () => act(async () => vi.advanceTimersByTime(1000)) }
}

test('deleting a tag of many assets shows how far it is until it is done, and may be closed meanwhile', async () => {
  const reads = [{ status: 'queued' }, { status: 'running', progress: 0.5 }, { status: 'done', progress: 1 }]
  const { told, pass } = await confirm({ jobId: 'j' }, reads)
  await pass()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(screen.getByText('50% done. You can close this: deleting goes on.')).toBeTruthy()
  fireEvent.click(screen.getByText('Close', { selector: 'button' }))
  await pass()
  expect(told).toEqual(['closed', 'deleted'])
})

test('where they are few by then it is done at once; where the job fails it is said why', async () => {
  expect((await confirm({})).told).toEqual(['deleted'])
  cleanup()
  vi.useRealTimers()
  const { told } = await confirm({ jobId: 'j' }, [{ status: 'failed', error: 'No admin any more.' }])
  expect(screen.getByRole('alert').textContent).toBe('No admin any more.')
  expect(told).toEqual([])
})

test('a tag of few assets is deleted with Undo, one of more by its question alone', () => {
  const ofMenu = (n: number) =>
    tagActions(() => {})
      .flat()
      .filter(({ id, fits }) => id.startsWith('delete') && fits?.(withMany(n)))
      .map((action) => ('question' in action ? 'question' : 'bulk'))
  expect([ofMenu(MERGED_AT_ONCE), ofMenu(MERGED_AT_ONCE + 1)]).toEqual([['bulk'], ['question']])
  const [several] = tagBulk(async () => {})
  expect([MERGED_AT_ONCE, MERGED_AT_ONCE + 1].map((n) => several!.fits!(withMany(n)))).toEqual([true, false])
})
