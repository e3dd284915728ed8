import { useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Import, ImportRow } from '../../api/contract/transfer.ts'
import { uniqueKey } from '../../api/unique-key.ts'
import { type RunningJob, useJob } from '../asset/use-job.ts'
import { type Asking, useAsking } from '../use-asking.ts'

/** The calls of an import. */
export interface ImportCalls {
  assets: Pick<Client<typeof contract>['assets'], 'import' | 'importStatus'>
  jobs: Pick<Client<typeof contract>['jobs'], 'get'>
}

/** So many of those that cannot be taken are shown. */
const SHOWN_ROWS = 20

/** What came of a look at an archive, or of its import: counts, and the first that were left out. */
export interface Imported extends Import {
  leftOut: readonly ImportRow[]
}

/** An archive on its way into an application: looked at first, imported when that is wanted. */
export interface Importing {
  /** `import` begins the import, or begins again what could not be begun. */
  job: Omit<RunningJob, 'begin'>
  /** What the last job came to, once it is over. */
  result: Asking<Imported>
  isImport: boolean
  start: () => void
  retry: () => void
}

/** Looks at an archive as soon as it was sent, by a dry run of its import; `archive` is its address, `null` while there is none. */
export function useImport(calls: ImportCalls, applicationId: string, archive: string | null): Importing {
  const [importId, setImportId] = useState<string | null>(null)
  const [key] = useState(uniqueKey)
  const { begin, ...job } = useJob({
    begin: async (task, signal) => {
      const { fileUrl, dryRun } = JSON.parse(task) as Task
      const body = { fileUrl, applicationId, dryRun }
      // Asked twice because an answer was lost, it is begun once.
      const idempotencyKey = `${key}-${dryRun ? 'look' : 'import'}-${fileUrl.slice(7, 23)}`
      const begun = await calls.assets.import({ body }, { signal, idempotencyKey })
      setImportId(begun.id)
      return begun.jobId === undefined ? null : calls.jobs.get({ id: begun.jobId }, { signal })
    },
    read: (id, signal) => calls.jobs.get({ id }, { signal }),
    onEnd: () => {},
  })
  const look = useEffectEvent((fileUrl: string) => begin(taskOf({ fileUrl, dryRun: true })))
  useEffect(() => {
    if (archive !== null) look(archive)
  }, [archive])
  const task = job.task === '' ? undefined : (JSON.parse(job.task) as Task)
  const isOfArchive = task?.fileUrl === archive
  const result = useAsking({
    question: isOfArchive && !job.isBusy && job.error === null && job.reason === undefined ? importId : null,
    ask: async (id, signal): Promise<Imported> => {
      const query = { outcome: ['refused' as const], limit: SHOWN_ROWS }
      const { import: found, data } = await calls.assets.importStatus({ importId: id, query }, { signal })
      return { ...found, leftOut: data }
    },
  })
  return {
    job,
    result,
    isImport: task?.dryRun === false,
    start: () => archive !== null && begin(taskOf({ fileUrl: archive, dryRun: false })),
    retry: () => begin(job.task),
  }
}

interface Task {
  fileUrl: string
  dryRun: boolean
}

const taskOf = (task: Task) => JSON.stringify(task)
