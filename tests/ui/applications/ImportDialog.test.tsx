// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fromPromise } from 'xstate'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { StoredFile } from '../../../src/api/contract/files.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import type { Import, ImportRow } from '../../../src/api/contract/transfer.ts'
import type { FileVerdict } from '../../../src/files/file-facts.ts'
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts'
import { ImportDialogContent } from '../../../src/ui/applications/ImportDialog.tsx'
import type { ImportCalls } from '../../../src/ui/applications/use-import.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { useUpload } from '../../../src/ui/upload/use-upload.ts'
import { useMachineActor } from '../../../src/ui/use-machine-actor.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(() => {
  events.length = 0
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

/** State of the stubbed server: `refusedRows` are refused by the import, `incomplete` are rows of incomplete assets. */
interface ServerState {
  jobs?: Job[]
  start?: () => void
  imported?: Partial<Import>
  refusedRows?: ImportRow[]
  incomplete?: ImportRow[]
}

interface RowsQuery {
  page?: number
  limit?: number
  complete?: string
}

/** Creates a stub of the import API. Each poll of the job returns the next state in `jobs`, and finally the last state again. */
function createStubServer(state: ServerState = {}) {
  const { jobs = [jobOf({})], start = () => {}, incomplete = [] } = state
  const refusedRows = state.refusedRows ?? (state.imported?.refused === 0 ? [] : [refusedRow])
  const starts: { dryRun: boolean | undefined; key: string | undefined }[] = []
  const calls = {
    start: async ({ body }: { body: { dryRun?: boolean } }, options?: { idempotencyKey?: string }) => {
      starts.push({ dryRun: body.dryRun, key: options?.idempotencyKey })
      start()
      return { id: `import-${starts.length}`, jobId: `job-${starts.length}` } as Import
    },
    status: async ({ importId, query: { page = 1, limit = 10, ...query } }: { importId: string; query: RowsQuery }) => {
      const rows = query.complete === 'false' ? incomplete : refusedRows
      return {
        import: { id: importId, dryRun: importId === 'import-1', ...counts, ...state.imported } as Import,
        data: rows.slice((page - 1) * limit, page * limit),
        pagination: { page, limit, totalPages: 1, totalDocs: rows.length, hasNextPage: rows.length > page * limit },
      }
    },
    job: async () => (jobs.length > 1 ? jobs.shift()! : jobs[0]!),
  }
  return { starts, calls: calls as unknown as ImportCalls }
}

const events: string[] = []

function ImportDialogWithStubs({ calls }: { calls: ImportCalls }) {
  const upload = useUpload(useMachineActor(machine, { input: { kind: 'archive' as const } }))
  return (
    <ImportDialogContent
      application={lane}
      {...{ calls, upload }}
      onImported={() => events.push('imported')}
      onClose={() => events.push('closed')}
    />
  )
}

async function chooseArchive(calls: ImportCalls): Promise<void> {
  const atelier = { language: 'en', translate: createTranslateFor('en'), track: () => {} }
  render(
    <AtelierContext value={atelier as never}>
      <ImportDialogWithStubs calls={calls} />
    </AtelierContext>,
  )
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!
  expect(field.accept).toBe('.zip')
  await act(async () => void fireEvent.change(field, { target: { files: [new File(['PK'], 'lane.zip')] } }))
}

const countOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent

test('makes a dry run after the upload, and imports only when “Import” is pressed', async () => {
  const { starts, calls } = createStubServer()
  await chooseArchive(calls)
  await screen.findByText('To create')
  expect([countOf('To create'), countOf('Already here'), countOf('Skipped')]).toEqual(['3', '1', '1'])
  expect(screen.getByText('Broken boot:').parentElement?.textContent).toBe('Broken boot: The model is cut off.')
  expect(starts.map(({ dryRun }) => dryRun)).toEqual([true])
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Created')
  expect(starts.map(({ dryRun }) => dryRun)).toEqual([true, false])
  expect(starts[0]!.key).not.toBe(starts[1]!.key)
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  // Closing the dialog reports the import, so that the list behind the dialog reloads.
  expect(events).toEqual([])
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  expect(events).toEqual(['imported'])
})

test('reports no import if the dialog is cancelled after the dry run', async () => {
  const { calls } = createStubServer()
  await chooseArchive(calls)
  await screen.findByText('To create')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(events).toEqual(['closed'])
})

test('disables “Import” if all assets of the archive exist already', async () => {
  const { calls, starts } = createStubServer({ imported: { made: 0, same: 5, refused: 0 } })
  await chooseArchive(calls)
  await screen.findByText(/There is nothing to import/)
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(starts.length).toBe(1)
})

test('shows the progress of the job that checks the archive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { calls } = createStubServer({ jobs: [jobOf({ status: 'running', progress: 0.25 }), jobOf({})] })
  await chooseArchive(calls)
  await act(async () => vi.advanceTimersByTimeAsync(0))
  const bar = screen.getByRole('progressbar', { name: 'Checking the archive…' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  await act(async () => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('To create')).toBeTruthy()
})

test('retries a failed start with the same idempotency key, and shows why the job failed', async () => {
  let remainingFailures = 1
  const { starts, calls } = createStubServer({
    jobs: [jobOf({ status: 'failed', error: 'The archive is cut off.' })],
    start: () => {
      if (remainingFailures-- > 0) throw new ApiError('FETCH_ERROR', 'assets')
    },
  })
  await chooseArchive(calls)
  const alert = await screen.findByRole('alert')
  fireEvent.click(within(alert.parentElement!).getByRole('button', { name: 'Retry' }))
  await screen.findByText('The archive is cut off.')
  expect(starts.map(({ key }) => key)).toEqual([starts[0]!.key, starts[0]!.key])
})

const refusedRowAt = (place: number, name = `Wrong ${place}`): ImportRow => ({
  ...refusedRow,
  id: String(place),
  place,
  name,
})
const linesOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('appends skipped rows page by page on “Show more”, and focuses the first new row', async () => {
  const refusedRows = Array.from({ length: 230 }, (_, i) => refusedRowAt(i + 1))
  const { calls } = createStubServer({ refusedRows, imported: { refused: 230 } })
  await chooseArchive(calls)
  await screen.findByText('To create')
  expect(linesOf('Skipped, with reasons')).toHaveLength(20)
  for (const [more, shownCount] of [
    [80, 100],
    [100, 200],
    [30, 230],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: `Show ${more} more` }))
    expect(screen.getByText('Wrong 1:')).toBeTruthy()
    await waitFor(() => expect(linesOf('Skipped, with reasons')).toHaveLength(shownCount))
    // The first new row gets the focus, because the button may have unmounted.
    expect(document.activeElement?.textContent).toContain(`Wrong ${shownCount - more + 1}:`)
  }
  expect(screen.getByText('Wrong 230:')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
})

test('identifies a skipped row without a name by its position in the archive', async () => {
  const { calls } = createStubServer({ refusedRows: [refusedRowAt(9, '')] })
  await chooseArchive(calls)
  await screen.findByText('To create')
  expect(linesOf('Skipped, with reasons')).toEqual(['No. 9: The model is cut off.'])
})

test('lists the missing parts of incomplete assets, before and after the import', async () => {
  const without = ['parentId', 'tags', 'defaultAuthorized', 'bodyId']
  const incomplete: ImportRow[] = [{ id: '2', place: 2, name: 'Gull Cap', outcome: 'made', without }]
  const { calls } = createStubServer({ incomplete })
  await chooseArchive(calls)
  await screen.findByText('To create')
  const lines = ['Gull Cap: template, some tags, public setting, body']
  expect(linesOf('Incomplete')).toEqual(lines)
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Created')
  expect(linesOf('Incomplete')).toEqual(lines)
})

test.each([
  ['is empty', { total: 0, made: 0, same: 0, refused: 0 }, 'There are no assets in this archive.'],
  ['has no importable assets', { total: 3, made: 0, same: 1, refused: 2 }, 'None of the new assets can be imported.'],
])('an archive that %s shows a message and cannot be imported', async (_, imported, sentence) => {
  const { calls, starts } = createStubServer({ imported })
  await chooseArchive(calls)
  await screen.findByText(sentence)
  expect(screen.queryByText(/There is nothing to import/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(starts.length).toBe(1)
})

test('a failed import shows the reason and the numbers of created and skipped assets', async () => {
  const failed = jobOf({ status: 'failed', error: 'There is no room for more.' })
  const { calls } = createStubServer({ jobs: [jobOf({}), failed], imported: { made: 2, refused: 3 } })
  await chooseArchive(calls)
  await screen.findByText('To create')
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('There is no room for more.')
  await screen.findByText('Created')
  expect([countOf('Created'), countOf('Skipped')]).toEqual(['2', '3'])
})

test('shows no counts for an unreadable archive', async () => {
  const failed = jobOf({ status: 'failed', error: 'The archive is cut off.' })
  const { calls } = createStubServer({ jobs: [failed], imported: { total: undefined } as never })
  await chooseArchive(calls)
  await screen.findByText('The archive is cut off.')
  expect(screen.queryByText('To create')).toBeNull()
})
