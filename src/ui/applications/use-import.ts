import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { Import, ImportRow } from '../../api/contract/transfer.ts'
import { useJob } from '../use-job.ts'
import { type QueryResult, useQuery } from '../use-query.ts'

type Calls = Client<typeof contract>

export interface ImportCalls {
  start: Calls['assets']['import']
  status: Calls['assets']['importStatus']
  job: Calls['jobs']['get']
}

type ImportRequest = { fileUrl: string; applicationId: string; dryRun: boolean }

/** Number of rows of each kind shown at first. Further rows are loaded in pages of the maximum size. */
const FIRST_PAGE_ROWS = 20

/** Loaded rows of one kind in the result of an import, and the number of all rows of that kind. */
export interface RowSample {
  rows: readonly ImportRow[]
  total: number
}

/** Result of a dry run or import: counts, skipped assets (`leftOut`) and incomplete assets. */
export interface ImportReport extends Import {
  leftOut: RowSample
  incomplete: RowSample
}

/** State of an archive import: first a dry run, then the import on request. */
export interface ImportState {
  /** Whether the user has started the import after the dry run. */
  isImport: boolean
  isBusy: boolean
  /** Progress of the job, from 0 to 1. */
  progress: number
  /** Failure reason of the job from the server, in English. */
  reason: string | undefined
  /** Result of the finished job. If the job failed, the assets created before the failure. */
  result: ImportReport | undefined
  loadMore: () => void
  /** Error of starting, polling or reading the result; `null`: no error. */
  error: unknown
  retry: () => void
  start: () => void
}

/** Starts a dry run as soon as an archive is uploaded. `archive` is the URL of the uploaded archive, `null` until then. */
export function useImport(calls: ImportCalls, applicationId: string, archive: string | null): ImportState {
  const [key] = useState(uuidv7)
  // Archive whose import the user requested. Another archive gets a dry run first.
  const [requestKey, setRequestKey] = useState<string | null>(null)
  const isImport = archive !== null && requestKey === archive
  const startQuery = useQuery({
    inspectorLabel: 'import',
    queryKey: archive && JSON.stringify({ fileUrl: archive, applicationId, dryRun: !isImport }),
    queryFn: (queryKey, signal) =>
      // With the idempotency key, a request repeated after a lost response does not start a second import.
      calls.start({ body: JSON.parse(queryKey) as ImportRequest }, { signal, idempotencyKey: `${key} ${queryKey}` }),
  })
  const { job, follow } = useImportJob(calls.job, startQuery)
  const isFinished = startQuery.data !== undefined && job.task === startQuery.data.jobId && !job.isBusy
  const isDone = isFinished && job.error === null && (job.reason === undefined || isImport)
  const id = isDone ? startQuery.data?.id : undefined
  const [pages, setPages] = useState(0)
  const reportQuery = useQuery({
    inspectorLabel: 'imported',
    queryKey: id === undefined ? null : JSON.stringify([id, pages]),
    queryFn: async (queryKey, signal): Promise<ImportReport> => {
      const [importId, pageCount] = JSON.parse(queryKey) as [string, number]
      const rowsOf = (query: RowOutcomeQuery) => readRows(calls.status, importId, { query, pages: pageCount, signal })
      const [refusedRows, missingRows] = await Promise.all([
        rowsOf({ outcome: ['refused'] }),
        rowsOf({ outcome: ['made'], complete: 'false' }),
      ])
      return { ...refusedRows.found, leftOut: refusedRows.some, incomplete: missingRows.some }
    },
  })
  // Loaded rows stay visible while more rows load.
  const result = reportQuery.data ?? (reportQuery.latestData?.id === id ? reportQuery.latestData : undefined)
  return {
    isImport,
    isBusy: startQuery.isBusy || job.isBusy || (reportQuery.isBusy && result === undefined),
    progress: isFinished ? 1 : (job.progress ?? 0),
    reason: isFinished ? job.reason : undefined,
    result,
    // Ignores presses while the last request is in flight.
    loadMore: () => reportQuery.isBusy || setPages(pages + 1),
    error: startQuery.error ?? (isFinished ? job.error : null) ?? reportQuery.error,
    retry: startQuery.error !== null ? startQuery.refetch : isDone ? reportQuery.refetch : follow,
    start: () => {
      setPages(0)
      setRequestKey(archive)
    },
  }
}

type RowOutcomeQuery = Pick<NonNullable<Parameters<ImportCalls['status']>[0]['query']>, 'outcome' | 'complete'>

/** Loads an import with rows of one kind: the first rows, or the first `pages` pages. */
async function readRows(
  status: ImportCalls['status'],
  importId: string,
  { query, pages, signal }: { query: RowOutcomeQuery; pages: number; signal: AbortSignal },
): Promise<{ found: Import; some: RowSample }> {
  const limit = pages === 0 ? FIRST_PAGE_ROWS : MAX_LIST_LIMIT
  const responses = await Promise.all(
    Array.from({ length: Math.max(pages, 1) }, (_, i) =>
      status({ importId, query: { ...query, page: i + 1, limit } }, { signal }),
    ),
  )
  const [{ import: importRecord, pagination }] = responses as [(typeof responses)[number]]
  return { found: importRecord, some: { rows: responses.flatMap(({ data }) => data), total: pagination.totalDocs } }
}

function useImportJob(read: ImportCalls['job'], startQuery: QueryResult<Import>) {
  const readJob = (id: string, signal: AbortSignal): Promise<Job> => read({ id }, { signal })
  const job = useJob({ start: readJob, read: readJob, onEnd: () => {} })
  const id = startQuery.data?.jobId
  const startJob = useEffectEvent(job.start)
  useEffect(() => {
    if (id !== undefined) startJob(id)
  }, [id])
  return { job, follow: () => id !== undefined && job.start(id) }
}
