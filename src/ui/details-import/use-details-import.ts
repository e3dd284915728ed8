import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type BulkItem, type BulkOutcome, bulkMachine } from '../../machines/bulk/bulk.machine.ts'
import {
  type EditableDetails,
  type PlannedRow,
  planRows,
  rowStateOf,
  typeAndGenderChoices,
} from '../../machines/bulk/bulk-edit-plan.ts'
import {
  checkTable,
  DETAIL_FIELDS,
  type DetailColumns,
  type DetailField,
  type DetailTable,
  matchColumns,
  parseRows,
  type TableProblem,
} from '../../machines/bulk/bulk-edit-table.ts'
import { lazyModule } from '../kit/loading/lazy-module.ts'
import { callForEachRow } from '../list/bulk-action.ts'
import type { MessageKey } from '../message-key.ts'
import { detailsMessages } from '../messages/details.ts'
import type { Translate } from '../messages.ts'
import { createWorkerQueue } from '../upload/worker-queue.ts'
import { useCreateActor } from '../use-machine-actor.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { DetailsCalls } from './details-calls.ts'
import type { ReadTableResult } from './read-table.ts'

const readTableInWorker = createWorkerQueue<File, ReadTableResult>(
  () => new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module', name: 'tables' }),
)

const lazyReadTable = lazyModule(() => import('./read-table.ts'))

/** Parses a file in a worker, or on the main thread if the browser has no workers. */
const readTableFile = async (file: File, signal: AbortSignal): Promise<ReadTableResult> =>
  typeof Worker === 'undefined' ? (await lazyReadTable.load()).readTable(file) : readTableInWorker(file, { signal })

/** Changes planned from a file, shown to the user before they are applied. */
export interface DetailsPlan {
  readonly table: DetailTable
  readonly columns: DetailColumns
  readonly rows: readonly PlannedRow[]
  /** Number of the first row, 1-based as in spreadsheets. */
  readonly first: number
  readonly names: ReadonlyMap<string, string>
}

/** Progress of applying a plan. `changed` means that applying has ended, complete or not. */
export interface ApplyProgress {
  readonly total: number
  readonly done: number
  readonly state: 'changing' | 'changed' | 'takingBack' | 'takenBack'
  readonly outcome: BulkOutcome
}

const NO_OUTCOME: BulkOutcome = { changed: [], failures: [] }

/** Error of rows that were not applied because the user stopped the import. */
export class ImportStoppedError extends Error {}

export function useDetailsImport(calls: DetailsCalls) {
  const translate = useTranslate(detailsMessages)
  const createActor = useCreateActor()
  const [selected, setSelected] = useState<{ file: File; n: number } | null>(null)
  const [share, setShare] = useState(0)
  const [applying, setApplying] = useState<ApplyProgress | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  const planChanges = async (signal: AbortSignal): Promise<DetailsPlan | { fault: TableProblem }> => {
    const result = await readTableFile(selected!.file, signal)
    if ('fault' in result) return result
    const { table, isJson } = result
    const columns = matchColumns(table.heads, fieldLabelsOf(translate))
    const tableProblem = checkTable(table, columns)
    if (tableProblem) return { fault: tableProblem }
    // In a CSV file the header is row 1.
    const firstRow = isJson ? 1 : 2
    const rows = parseRows(table, columns, firstRow)
    const lookup = {
      ids: new Set(rows.flatMap(({ id }) => id ?? [])),
      names: new Set(rows.flatMap(({ id, name }) => (id === undefined ? (name ?? []) : []))),
    }
    const [assets, tags, applications] = await Promise.all([
      calls.find(lookup, { signal, onShare: setShare }),
      columns.at.tags === undefined ? [] : calls.tags(signal),
      columns.at.applications === undefined ? [] : calls.applications(signal),
    ])
    const lookups = { assets, tags, applications, ...typeAndGenderChoices(translate) }
    const names = new Map([...tags, ...applications].map(({ id, names: [name = id] }) => [id, name]))
    return { table, columns, first: firstRow, names, rows: planRows(rows, lookups) }
  }
  const query = useQuery({
    inspectorLabel: 'details',
    queryKey: selected && `${selected.n} ${selected.file.name}`,
    queryFn: (_, signal) => planChanges(signal),
  })
  const { data } = query
  const plan = data && 'rows' in data ? data : undefined

  const change = useEffectEvent(calls.change)
  const apply = ({ rows }: DetailsPlan) => {
    const plannedRows = rows.filter((row) => rowStateOf(row) === 'change')
    const rowsById = new Map(plannedRows.map((row) => [row.asset!.id, row]))
    const versions = new Map<string, string>()
    let isStopped = false
    const applyRows = (items: readonly BulkItem[], valuesOf: (row: PlannedRow) => Partial<EditableDetails>) =>
      callForEachRow({ items, isLeaving: false }, async (id, { version }) => {
        if (isStopped) throw new ImportStoppedError()
        const asset = await change(id, valuesOf(rowsById.get(id)!), versions.get(id) ?? version!)
        versions.set(id, asset.updatedAt)
        setApplying((current) => current && { ...current, done: current.done + 1 })
      })
    const machine = bulkMachine.provide({
      actors: {
        performJob: fromPromise(({ input: { items } }) => applyRows(items, ({ after }) => after)),
        revertJob: fromPromise(({ input: { items } }) => applyRows(items, ({ before }) => before)),
      },
    })
    const items = plannedRows.map(({ asset }) => ({ id: asset!.id, name: asset!.name, version: asset!.updatedAt }))
    const job = createActor(machine, { input: { action: 'details', items, isDeferred: false } })
    job.on('job.finished', ({ outcome }) =>
      setApplying((current) => current && { ...current, state: 'changed', outcome }),
    )
    job.on('job.reverted', ({ outcome }) =>
      setApplying((current) => current && { ...current, state: 'takenBack', outcome }),
    )
    stop.current = () => {
      isStopped = true
    }
    undo.current = () => {
      isStopped = false
      setApplying(
        (current) => current && { ...current, state: 'takingBack', done: 0, total: current.outcome.changed.length },
      )
      job.send({ type: 'job.undone' })
    }
    setApplying({ total: items.length, done: 0, state: 'changing', outcome: NO_OUTCOME })
    job.start()
  }
  const undo = useRef(() => {})
  return {
    file: selected?.file,
    choose: (file: File) => {
      stop.current()
      setApplying(null)
      setShare(0)
      setSelected((previous) => ({ file, n: (previous?.n ?? 0) + 1 }))
    },
    isReading: query.isBusy,
    share,
    error: query.error,
    again: query.refetch,
    fault: data && 'fault' in data ? data.fault : undefined,
    plan,
    applying,
    apply: () => plan && apply(plan),
    stop: () => stop.current(),
    undo: () => undo.current(),
  }
}

export type DetailsImport = ReturnType<typeof useDetailsImport>

/** Returns the localised names of the fields. The app's exports use these names as column headers. */
const fieldLabelsOf = (translate: Translate<MessageKey<'common' | 'details'>>) =>
  Object.fromEntries(DETAIL_FIELDS.map((field) => [field, translate(`details.field.${field}`)])) as Record<
    DetailField,
    string
  >
