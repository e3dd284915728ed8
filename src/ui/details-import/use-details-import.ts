import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type BulkItem, type BulkOutcome, bulkMachine } from '../../machines/bulk.machine.ts'
import { type Details, kindsOf, type PlannedRow, planRows, stateOf } from '../../machines/rules/details-plan.ts'
import {
  columnsOf,
  DETAIL_FIELDS,
  type DetailColumns,
  type DetailField,
  type DetailTable,
  faultOf,
  rowsOf,
  type TableFault,
} from '../../machines/rules/details-table.ts'
import { useAtelier } from '../context.ts'
import { part } from '../kit/part.ts'
import { eachRow } from '../list/bulk.ts'
import { useCreateActor } from '../machine.ts'
import { createWorkerLine } from '../upload/worker-line.ts'
import { useAsking } from '../use-asking.ts'
import type { DetailsCalls } from './details-calls.ts'
import type { ReadTable } from './read-table.ts'

const inWorker = createWorkerLine<File, ReadTable>(
  () => new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module', name: 'tables' }),
)

const here = part(() => import('./read-table.ts'))

/** Where there are no workers, the page reads it. */
const read = async (file: File, signal: AbortSignal): Promise<ReadTable> =>
  typeof Worker === 'undefined' ? (await here.want()).readTable(file) : inWorker(file, { signal })

/** What a file would change: nothing is changed before somebody has seen it. */
export interface DetailsPlan {
  readonly table: DetailTable
  readonly columns: DetailColumns
  readonly rows: readonly PlannedRow[]
  /** The place of the first row, as people count. */
  readonly first: number
  /** What tags and applications are called, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** How far the changes of a plan are: `changed` once they are over, as far as they went. */
export interface Applying {
  readonly total: number
  readonly done: number
  readonly state: 'changing' | 'changed' | 'takingBack' | 'takenBack'
  readonly outcome: BulkOutcome
}

const NONE: BulkOutcome = { changed: [], failures: [] }

/** What somebody stopped was not tried. */
export class Stopped extends Error {}

/** Reads a file of details, says what it would change, changes that and takes it back. */
export function useDetailsImport(calls: DetailsCalls) {
  const { translate } = useAtelier()
  const createActor = useCreateActor()
  const [given, setGiven] = useState<{ file: File; n: number } | null>(null)
  const [share, setShare] = useState(0)
  const [applying, setApplying] = useState<Applying | null>(null)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  const ask = async (signal: AbortSignal): Promise<DetailsPlan | { fault: TableFault }> => {
    const came = await read(given!.file, signal)
    if ('fault' in came) return came
    const { table, isJson } = came
    const columns = columnsOf(table.heads, wordsOf(translate))
    const fault = faultOf(table, columns)
    if (fault) return { fault }
    // Below the heads of a table, where it has any.
    const first = isJson ? 1 : 2
    const rows = rowsOf(table, columns, first)
    const wanted = {
      ids: new Set(rows.flatMap(({ id }) => id ?? [])),
      names: new Set(rows.flatMap(({ id, name }) => (id === undefined ? (name ?? []) : []))),
    }
    const [assets, tags, applications] = await Promise.all([
      calls.find(wanted, { signal, onShare: setShare }),
      columns.at.tags === undefined ? [] : calls.tags(signal),
      columns.at.applications === undefined ? [] : calls.applications(signal),
    ])
    const known = { assets, tags, applications, ...kindsOf(translate) }
    const names = new Map([...tags, ...applications].map(({ id, names: [name = id] }) => [id, name]))
    return { table, columns, first, names, rows: planRows(rows, known) }
  }
  const asking = useAsking({
    about: 'details',
    question: given && `${given.n} ${given.file.name}`,
    ask: (_, signal) => ask(signal),
  })
  const { answer } = asking
  const plan = answer && 'rows' in answer ? answer : undefined

  const change = useEffectEvent(calls.change)
  const apply = ({ rows }: DetailsPlan) => {
    const planned = rows.filter((row) => stateOf(row) === 'change')
    const byId = new Map(planned.map((row) => [row.asset!.id, row]))
    const versions = new Map<string, string>()
    let isStopped = false
    const send = (items: readonly BulkItem[], of: (row: PlannedRow) => Partial<Details>) =>
      eachRow({ items, isLeaving: false }, async (id, { version }) => {
        if (isStopped) throw new Stopped()
        const asset = await change(id, of(byId.get(id)!), versions.get(id) ?? version!)
        versions.set(id, asset.updatedAt)
        setApplying((now) => now && { ...now, done: now.done + 1 })
      })
    const machine = bulkMachine.provide({
      actors: {
        perform: fromPromise(({ input: { items } }) => send(items, ({ after }) => after)),
        revert: fromPromise(({ input: { items } }) => send(items, ({ before }) => before)),
      },
    })
    const items = planned.map(({ asset }) => ({ id: asset!.id, name: asset!.name, version: asset!.updatedAt }))
    const job = createActor(machine, { input: { action: 'details', items, isHeld: false } })
    job.on('job.finished', ({ outcome }) => setApplying((now) => now && { ...now, state: 'changed', outcome }))
    job.on('job.reverted', ({ outcome }) => setApplying((now) => now && { ...now, state: 'takenBack', outcome }))
    stop.current = () => {
      isStopped = true
    }
    undo.current = () => {
      isStopped = false
      setApplying((now) => now && { ...now, state: 'takingBack', done: 0, total: now.outcome.changed.length })
      job.send({ type: 'job.undone' })
    }
    setApplying({ total: items.length, done: 0, state: 'changing', outcome: NONE })
    job.start()
  }
  const undo = useRef(() => {})
  return {
    file: given?.file,
    choose: (file: File) => {
      stop.current()
      setApplying(null)
      setShare(0)
      setGiven((last) => ({ file, n: (last?.n ?? 0) + 1 }))
    },
    isReading: asking.isBusy,
    share,
    error: asking.error,
    again: asking.askAgain,
    fault: answer && 'fault' in answer ? answer.fault : undefined,
    plan,
    applying,
    apply: () => plan && apply(plan),
    stop: () => stop.current(),
    undo: () => undo.current(),
  }
}

/** An import as its page shows it. */
export type DetailsImport = ReturnType<typeof useDetailsImport>

/** What the screen calls the fields: the heads of its own exports. */
const wordsOf = (translate: (key: string) => string) =>
  Object.fromEntries(DETAIL_FIELDS.map((field) => [field, translate(`details.field.${field}`)])) as Record<
    DetailField,
    string
  >
