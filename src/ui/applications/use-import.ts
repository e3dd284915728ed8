import { useEffect, useEffectEvent, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
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

/** So many of those that cannot be taken are shown. */
const SHOWN_ROWS = 20

/** What came of a look at an archive, or of its import: counts, and the first that were left out. */
export interface Imported extends Import {
  leftOut: readonly ImportRow[]
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
  /** What the job came to, once it is over. */
  result: Imported | undefined
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
  const isDone = isOver && job.error === null && job.reason === undefined
  const result = useAsking({
    about: 'imported',
    question: isDone ? (begun.answer?.id ?? null) : null,
    ask: async (importId, signal): Promise<Imported> => {
      const query = { outcome: ['refused' as const], limit: SHOWN_ROWS }
      const { import: found, data } = await calls.status({ importId, query }, { signal })
      return { ...found, leftOut: data }
    },
  })
  return {
    isImport,
    isBusy: begun.isBusy || job.isBusy || result.isBusy,
    progress: isOver ? 1 : (job.progress ?? 0),
    reason: isOver ? job.reason : undefined,
    result: result.answer,
    error: begun.error ?? (isOver ? job.error : null) ?? result.error,
    retry: begun.error !== null ? begun.askAgain : isDone ? result.askAgain : follow,
    start: () => setWanted(archive),
  }
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
