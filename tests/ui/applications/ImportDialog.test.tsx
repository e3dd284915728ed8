// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
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

/** What a test says of a server: its `leftOut` are refused, its `incomplete` made without something. */
interface Given {
  jobs?: Job[]
  begin?: () => void
  imported?: Partial<Import>
  leftOut?: ImportRow[]
  incomplete?: ImportRow[]
}

/** Which rows of an import are asked for. */
interface RowsAsked {
  page?: number
  limit?: number
  complete?: string
}

/** A server that is asked for imports; each job is as `jobs` says, one answer after the other, the last for good. */
function server(given: Given = {}) {
  const { jobs = [jobOf({})], begin = () => {}, incomplete = [] } = given
  const leftOut = given.leftOut ?? (given.imported?.refused === 0 ? [] : [refusedRow])
  const begun: { dryRun: boolean | undefined; key: string | undefined }[] = []
  const calls = {
    begin: async ({ body }: { body: { dryRun?: boolean } }, options?: { idempotencyKey?: string }) => {
      begun.push({ dryRun: body.dryRun, key: options?.idempotencyKey })
      begin()
      return { id: `import-${begun.length}`, jobId: `job-${begun.length}` } as Import
    },
    status: async ({ importId, query: { page = 1, limit = 10, ...query } }: { importId: string; query: RowsAsked }) => {
      const rows = query.complete === 'false' ? incomplete : leftOut
      return {
        import: { id: importId, dryRun: importId === 'import-1', ...counts, ...given.imported } as Import,
        data: rows.slice((page - 1) * limit, page * limit),
        pagination: { page, limit, totalPages: 1, totalDocs: rows.length, hasNextPage: rows.length > page * limit },
      }
    },
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
  expect(screen.getByText('Broken boot:').parentElement?.textContent).toBe('Broken boot: The model is cut off.')
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

const wrong = (place: number, name = `Wrong ${place}`): ImportRow => ({ ...refusedRow, id: String(place), place, name })
const linesOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('of many that are left out each can be seen, more of them at a time', async () => {
  const leftOut = Array.from({ length: 230 }, (_, i) => wrong(i + 1))
  const { calls } = server({ leftOut, imported: { refused: 230 } })
  await choose(calls)
  await screen.findByText('To be made')
  expect(linesOf('Left out, and why')).toHaveLength(20)
  for (const [more, shown] of [
    [80, 100],
    [100, 200],
    [30, 230],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: `Show ${more} more` }))
    // What is shown stays while more is asked for.
    expect(screen.getByText('Wrong 1:')).toBeTruthy()
    await waitFor(() => expect(linesOf('Left out, and why')).toHaveLength(shown))
    // The button may be gone: the first that came has the focus.
    expect(document.activeElement?.textContent).toContain(`Wrong ${shown - more + 1}:`)
  }
  expect(screen.getByText('Wrong 230:')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
})

test('one without a name is told by its place', async () => {
  const { calls } = server({ leftOut: [wrong(9, '')] })
  await choose(calls)
  await screen.findByText('To be made')
  expect(linesOf('Left out, and why')).toEqual(['No. 9: The model is cut off.'])
})

test('what those that are made come without is told, before and after', async () => {
  const without = ['parentId', 'tags', 'defaultAuthorized', 'bodyId']
  const incomplete: ImportRow[] = [{ id: '2', place: 2, name: 'Gull Cap', outcome: 'made', without }]
  const { calls } = server({ incomplete })
  await choose(calls)
  await screen.findByText('To be made')
  const told = ['Gull Cap: parent, some tags, public access, body']
  expect(linesOf('Incomplete, and what they lack')).toEqual(told)
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('Made')
  expect(linesOf('Incomplete, and what they lack')).toEqual(told)
})

test.each([
  ['holds nothing', { total: 0, made: 0, same: 0, refused: 0 }, 'There are no assets in this archive.'],
  [
    'holds nothing that can be taken',
    { total: 3, made: 0, same: 1, refused: 2 },
    'None of what is new in it can be imported.',
  ],
])('an archive that %s says so, and cannot be imported', async (_, imported, sentence) => {
  const { calls, begun } = server({ imported })
  await choose(calls)
  await screen.findByText(sentence)
  expect(screen.queryByText(/here already, so/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(begun.length).toBe(1)
})

test('an import that ended too early says why, and what it made before', async () => {
  const failed = jobOf({ status: 'failed', error: 'There is no room for more.' })
  const { calls } = server({ jobs: [jobOf({}), failed], imported: { made: 2, refused: 3 } })
  await choose(calls)
  await screen.findByText('To be made')
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('There is no room for more.')
  await screen.findByText('Made')
  expect([countOf('Made'), countOf('Left out')]).toEqual(['2', '3'])
})

test('an archive that could not be read is not counted', async () => {
  const failed = jobOf({ status: 'failed', error: 'The archive is cut off.' })
  const { calls } = server({ jobs: [failed], imported: { total: undefined } as never })
  await choose(calls)
  await screen.findByText('The archive is cut off.')
  expect(screen.queryByText('To be made')).toBeNull()
})
