import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { Import, ImportRow } from '../../api/contract/transfer.ts'
import { useJob } from '../asset/use-job.ts'
import { type Asking, useAsking } from '../use-asking.ts'

type Calls = Client<typeof contract>

/** The calls of an import: it is begun, its job followed, and what came of it read. */
export interface ImportCalls {
  begin: Calls['assets']['import']
  status: Calls['assets']['importStatus']
  job: Calls['jobs']['get']
}

type Asked = { fileUrl: string; applicationId: string; dryRun: boolean }

/** So many rows of each kind are shown at first; then those of as many pages as were asked for, each as long as one may be. */
const FIRST_ROWS = 20

/** Some rows of an import, of how many there are. */
export interface SomeRows {
  rows: readonly ImportRow[]
  total: number
}

/** What came of a look at an archive, or of its import: counts, those that were left out, and those made without a part. */
export interface Imported extends Import {
  leftOut: SomeRows
  incomplete: SomeRows
}

/** An archive on its way into an application: looked at first, imported once that is wanted. */
export interface Importing {
  /** Whether it is imported by now, and not only looked at. */
  isImport: boolean
  isBusy: boolean
  /** How far the job is, 0 to 1. */
  progress: number
  /** The server's own sentence, in English: why the job failed. */
  reason: string | undefined
  /** What the job came to, once it is over; of an import that failed what it made before. */
  result: Imported | undefined
  /** Asks for more of its rows. */
  more: () => void
  /** Why it was not begun, followed or told; `null`: nothing failed. */
  error: unknown
  /** Tries again what {@link error} is about. */
  retry: () => void
  start: () => void
}

/** Looks at an archive as soon as it was sent, by a dry run of its import; `archive` is its address, `null` while there is none. */
export function useImport(calls: ImportCalls, applicationId: string, archive: string | null): Importing {
  const [key] = useState(uuidv7)
  // Which archive is wanted: another one is looked at anew.
  const [wanted, setWanted] = useState<string | null>(null)
  const isImport = archive !== null && wanted === archive
  const begun = useAsking({
    about: 'import',
    question: archive && JSON.stringify({ fileUrl: archive, applicationId, dryRun: !isImport }),
    ask: (question, signal) =>
      // Asked twice because an answer was lost, it is begun once.
      calls.begin({ body: JSON.parse(question) as Asked }, { signal, idempotencyKey: `${key} ${question}` }),
  })
  const { job, follow } = useFollowed(calls.job, begun)
  const isOver = begun.answer !== undefined && job.task === begun.answer.jobId && !job.isBusy
  const isDone = isOver && job.error === null && (job.reason === undefined || isImport)
  const id = isDone ? begun.answer?.id : undefined
  const [pages, setPages] = useState(0)
  const told = useAsking({
    about: 'imported',
    question: id === undefined ? null : JSON.stringify([id, pages]),
    ask: async (question, signal): Promise<Imported> => {
      const [importId, asked] = JSON.parse(question) as [string, number]
      const rowsOf = (query: Kind) => readRows(calls.status, importId, { query, pages: asked, signal })
      const [refused, lacking] = await Promise.all([
        rowsOf({ outcome: ['refused'] }),
        rowsOf({ outcome: ['made'], complete: 'false' }),
      ])
      return { ...refused.found, leftOut: refused.some, incomplete: lacking.some }
    },
  })
  // While more rows are asked for, those that are there stay.
  const result = told.answer ?? (told.latest?.id === id ? told.latest : undefined)
  return {
    isImport,
    isBusy: begun.isBusy || job.isBusy || (told.isBusy && result === undefined),
    progress: isOver ? 1 : (job.progress ?? 0),
    reason: isOver ? job.reason : undefined,
    result,
    // One press at a time: what comes of the last is not there yet.
    more: () => told.isBusy || setPages(pages + 1),
    error: begun.error ?? (isOver ? job.error : null) ?? told.error,
    retry: begun.error !== null ? begun.askAgain : isDone ? told.askAgain : follow,
    start: () => {
      setPages(0)
      setWanted(archive)
    },
  }
}

type Kind = Pick<NonNullable<Parameters<ImportCalls['status']>[0]['query']>, 'outcome' | 'complete'>

/** The first rows of a kind, or the first `pages` pages of them, with what is said of the import beside. */
async function readRows(
  status: ImportCalls['status'],
  importId: string,
  { query, pages, signal }: { query: Kind; pages: number; signal: AbortSignal },
): Promise<{ found: Import; some: SomeRows }> {
  const limit = pages === 0 ? FIRST_ROWS : MAX_LIMIT
  const answers = await Promise.all(
    Array.from({ length: Math.max(pages, 1) }, (_, i) =>
      status({ importId, query: { ...query, page: i + 1, limit } }, { signal }),
    ),
  )
  const [{ import: found, pagination }] = answers as [(typeof answers)[number]]
  return { found, some: { rows: answers.flatMap(({ data }) => data), total: pagination.totalDocs } }
}

/** The job of what was begun, followed as soon as that is known. */
function useFollowed(read: ImportCalls['job'], begun: Asking<Import>) {
  const readJob = (id: string, signal: AbortSignal): Promise<Job> => read({ id }, { signal })
  const job = useJob({ begin: readJob, read: readJob, onEnd: () => {} })
  const id = begun.answer?.jobId
  const begin = useEffectEvent(job.begin)
  useEffect(() => {
    if (id !== undefined) begin(id)
  }, [id])
  return { job, follow: () => id !== undefined && job.begin(id) }
}
