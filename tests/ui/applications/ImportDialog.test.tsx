// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fromPromise } from 'xstate'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { StoredFile } from '../../../src/api/contract/files.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { Import, ImportRow } from '../../../src/api/contract/transfer.ts'
import type { FileVerdict } from '../../../src/files/file-facts.ts'
import { uploadMachine } from '../../../src/machines/upload.machine.ts'
import { ImportQuestion } from '../../../src/ui/applications/ImportDialog.tsx'
import type { ImportCalls } from '../../../src/ui/applications/use-import.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useMachineActor } from '../../../src/ui/machine.ts'
import { useUpload } from '../../../src/ui/upload/use-upload.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

vi.setConfig({ testTimeout: 40_000 })
afterEach(() => {
  heard.length = 0
  cleanup()
  vi.useRealTimers()
})

const ARCHIVE = `/files/${'a'.repeat(64)}.zip` as const
const lane = { id: 'p1', name: 'Harbour Lane', ownerId: 'u1', createdAt: '2026-11-23T00:00:00Z', assetCount: 12 }
const counts = { total: 5, made: 3, same: 1, refused: 1 }
const refusedRow: ImportRow = {
  ...{ id: '4', place: 4, name: 'Broken boot', outcome: 'refused', without: [] },
  message: 'The model is cut off.',
}

const machine = uploadMachine.provide({
  actors: {
    checkFile: fromPromise(
      async (): Promise<FileVerdict> => ({ fault: null, facts: [], measures: [], names: [], materials: [] }),
    ) as never,
    sendFile: fromPromise(
      async (): Promise<StoredFile> => ({ url: ARCHIVE, id: 'f', sha256: '', type: 'application/zip', bytes: 9 }),
    ) as never,
  },
})

const jobOf = (more: Partial<Job>) => ({ id: 'job', status: 'done', progress: 1, ...more }) as Job

/** A server that is asked for imports; each job is as `jobs` says, one answer after the other, the last for good. */
function server(given: { jobs?: Job[]; begin?: () => void; imported?: Partial<Import> } = {}) {
  const { jobs = [jobOf({})], begin = () => {} } = given
  const begun: { dryRun: boolean | undefined; key: string | undefined }[] = []
  const calls = {
    begin: async ({ body }: { body: { dryRun?: boolean } }, options?: { idempotencyKey?: string }) => {
      begun.push({ dryRun: body.dryRun, key: options?.idempotencyKey })
      begin()
      return { id: `import-${begun.length}`, jobId: `job-${begun.length}` } as Import
    },
    status: async ({ importId }: { importId: string }) => ({
      import: { id: importId, dryRun: importId === 'import-1', ...counts, ...given.imported } as Import,
      data: given.imported?.refused === 0 ? [] : [refusedRow],
    }),
    job: async () => (jobs.length > 1 ? jobs.shift()! : jobs[0]!),
  }
  return { begun, calls: calls as unknown as ImportCalls }
}

const heard: string[] = []

function Bench({ calls }: { calls: ImportCalls }) {
  const upload = useUpload(useMachineActor(machine, { input: { kind: 'archive' as const } }))
  return (
    <ImportQuestion
      application={lane}
      {...{ calls, upload }}
      onImported={() => heard.push('imported')}
      onClose={() => heard.push('closed')}
    />
  )
}

async function choose(calls: ImportCalls): Promise<void> {
  const atelier = { language: 'en', translate: translateIn('en'), track: () => {} }
  render(
    <AtelierContext value={atelier as never}>
      <Bench calls={calls} />
    </AtelierContext>,
  )
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(field.accept).toBe('.zip')
  await act(async () => void fireEvent.change(field, { target: { files: [new File(['PK'], 'lane.zip')] } }))
}

const countOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent

test('an archive is looked at once it was sent, and imported when that is wanted', async () => {
  const { begun, calls } = server()
  await choose(calls)
  await screen.findByText('To be made')
  expect([countOf('To be made'), countOf('Already here'), countOf('Left out')]).toEqual(['3', '1', '1'])
  expect(screen.getByText('Broken boot').parentElement?.textContent).toBe('Broken boot The model is cut off.')
  expect(begun.map(({ dryRun }) => dryRun)).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Made')
  expect(begun.map(({ dryRun }) => dryRun)).toEqual([true, false])
  expect(begun[0]!.key).not.toBe(begun[1]!.key)
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  // The list behind it has other numbers now.
  expect(heard).toEqual([])
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(heard).toEqual(['imported'])
})

test('one that is only looked at leaves all as it is', async () => {
  const { calls } = server()
  await choose(calls)
  await screen.findByText('To be made')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(heard).toEqual(['closed'])
})

test('where all of it is here already nothing can be imported', async () => {
  const { calls, begun } = server({ imported: { made: 0, same: 5, refused: 0 } })
  await choose(calls)
  await screen.findByText(/here already, so/)
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(begun.length).toBe(1)
})

test('how far it is, is told while it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { calls } = server({ jobs: [jobOf({ status: 'running', progress: 0.25 }), jobOf({})] })
  await choose(calls)
  await act(async () => vi.advanceTimersByTimeAsync(0))
  const bar = screen.getByRole('progressbar', { name: 'Looking at what the archive holds' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  await act(async () => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('To be made')).toBeTruthy()
})

test('what cannot begin says why and begins again with the same key; what failed says why, in the server’s words', async () => {
  let fails = 1
  const { begun, calls } = server({
    jobs: [jobOf({ status: 'failed', error: 'The archive is cut off.' })],
    begin: () => {
      if (fails-- > 0) throw new ApiError('FETCH_ERROR', 'assets')
    },
  })
  await choose(calls)
  const alert = await screen.findByRole('alert')
  fireEvent.click(within(alert.parentElement!).getByRole('button', { name: 'Retry' }))
  await screen.findByText('The archive is cut off.')
  expect(begun.map(({ key }) => key)).toEqual([begun[0]!.key, begun[0]!.key])
})
