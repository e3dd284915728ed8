import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { uuidv7 } from 'uuidv7'
import { isDatabaseAway } from '../db/faults.ts'
import { hear } from '../db/hear.ts'
import { inSteps } from '../db/patience.ts'
import type { Database } from '../db/schema.ts'
import { orAfter } from '../or-after.ts'
import { JOBS_CHANNEL } from './enqueue.ts'
import type { JobKind, JobRow } from './job.ts'
import { type Attempt, GIVEN_BACK, type LeaseTimes, performJob } from './perform.ts'
import { giveBack, nextDue, takeAllBack, takeBack, takeJob } from './table.ts'

/** A kind whose attempts may take longer is long, in milliseconds. */
const LONG_MS = 3_600_000

const TIMES: LeaseTimes = { leaseMs: 30_000, renewMs: 10_000, progressMs: 1_000 }

/** How many jobs of one owner may be running, in all processes together. */
const MOST_OF_OWNER = 2

/** How often a shared store is asked besides, in milliseconds: a notification may be lost. */
const POLL_MS = 1_000

/** How long after a fault the store is asked again, in milliseconds. */
const RETRY_MS = 1_000

/** A timer takes no more; whatever is due later is looked at again then. */
const MOST_TIMER_MS = 3_600_000

/** What is at work may take so long once this process is asked to stop, in milliseconds; then it is given back. */
const STOP_MS = 8_000

/** Giving back may take so long, in milliseconds; then it is left to the leases, which run out. */
const GIVE_BACK_MS = 3_000

/** The queue as one process sees it. */
export interface Jobs {
  /** There may be something new. */
  wake(): void
  /** A job ended, or was cancelled: who performs it leaves it, and who waits for it waits no more. */
  told(id: string): void
  /** Resolves once a job has ended, in whichever process, or an attempt at it in this one; or after so many milliseconds. */
  ended(id: string, mostMs: number): Promise<void>
  /** Resolves once nothing that is due is left to this process, and nothing is at work in it. */
  settled(): Promise<void>
  /** Whether the queue could be read the last time, and this process has not stopped. */
  readonly isFine: boolean
  /** Begins to work, where this process is to. */
  begin(kinds: Kinds): Promise<void>
  /** Takes nothing more, waits a while for what is at work, then gives it back. */
  stop(graceMs?: number): Promise<void>
}

/** How jobs of each kind are done. */
export type Kinds = Readonly<Record<string, JobKind<never>>>

/** What a queue is made from. */
export interface JobNeeds {
  db: Kysely<Database>
  now: () => Date
  log: Logger
  /** How many jobs this process does at the same time; 0: none, others do them. */
  seats: number
  /** The PostgreSQL that is shared; without it no other process has this store. */
  url?: string | undefined
  /** What a job came to is kept: there may be events to tell. */
  onKept?: () => void
  times?: Partial<LeaseTimes>
  mostOfOwner?: number
  random?: () => number
}

/** Makes the queue of a process. It is idle until it {@link Jobs.begin}s. */
export function createJobs({ db, now, log, seats, url, onKept, ...given }: JobNeeds): Jobs {
  const { mostOfOwner = MOST_OF_OWNER, random = Math.random } = given
  const times = { ...TIMES, ...given.times }
  const name = `${hostname()}:${process.pid}`
  // By the mark of the take: a process may come to have a job again that it lost.
  const atWork = new Map<string, { id: string; kind: string; attempt: Attempt; done: Promise<void> }>()
  const waiting = new Map<string, Set<() => void>>()
  let kinds: Kinds | undefined
  let pass: Promise<void> | undefined
  let [isWanted, isOver, isFine] = [false, false, true]
  let timer: NodeJS.Timeout | undefined
  let poll: NodeJS.Timeout | undefined
  let stopHearing = async () => {}

  const isLong = (kind: string) => (kinds![kind]!.mostMs ?? 0) > LONG_MS

  /** The kinds that are taken now: where there are several seats, those that may keep one for many hours never have all of them. */
  const openKinds = () => {
    const all = Object.keys(kinds!)
    const long = [...atWork.values()].filter(({ kind }) => isLong(kind)).length
    return seats > 1 && long >= seats - 1 ? all.filter((kind) => !isLong(kind)) : all
  }

  const take = () =>
    takeJob(db, {
      worker: `${name}:${uuidv7()}`,
      kinds: openKinds(),
      now: now(),
      leaseMs: times.leaseMs,
      mostOfOwner,
    })

  const fill = async () => {
    for (const id of await takeBack(db, now())) told(id)
    while (!isOver && atWork.size < seats) {
      const row = await take()
      if (!row) break
      if (isOver) await giveBack(db, { id: row.id, worker: row.worker! }, now())
      else begun(row)
    }
    if (url || isOver) return
    const wait = await nextDue(db, now())
    if (wait !== undefined) wakeIn(Math.min(MOST_TIMER_MS, Math.max(1, wait + 1)))
  }

  const begun = (row: JobRow) => {
    const attempt: Attempt = { abort: new AbortController(), check() {} }
    const kind = kinds![row.kind] as unknown as JobKind<object>
    const done = performJob(row, kind, attempt, { db, now, log, times, random })
      .catch((err: unknown) => {
        if (!isDatabaseAway(err)) log.error({ err, job: row.id }, 'how a job went cannot be written down')
      })
      .then(() => {
        atWork.delete(row.worker!)
        onKept?.()
        told(row.id)
        wake()
      })
    atWork.set(row.worker!, { id: row.id, kind: row.kind, attempt, done })
  }

  const run = async () => {
    while (isWanted && !isOver) {
      isWanted = false
      try {
        await fill()
        isFine = true
      } catch (err) {
        // An outage is told by the database's own log.
        if (isFine && !isDatabaseAway(err)) log.error({ err }, 'the queue cannot be read')
        isFine = false
        wakeIn(RETRY_MS)
      }
    }
    pass = undefined
  }

  const wakeIn = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(wake, ms).unref()
  }
  const wake = () => {
    if (isOver || !kinds) return
    isWanted = true
    pass ??= inSteps(run)
  }
  const told = (id: string) => {
    for (const it of atWork.values()) if (it.id === id) it.attempt.check()
    for (const resolve of waiting.get(id) ?? []) resolve()
    waiting.delete(id)
  }
  const isEnded = async (id: string) => {
    const row = await db.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst()
    return row === undefined || row.status === 'done' || row.status === 'failed'
  }

  /** What others told while this process did not hear them was missed: by whoever waits for a job, too. */
  const lookAgain = () => {
    wake()
    for (const id of waiting.keys())
      isEnded(id).then(
        (itIs) => itIs && told(id),
        // Heard no better: whoever waits does so until their time is up.
        () => {},
      )
  }

  return {
    wake,
    told,
    async ended(id, mostMs) {
      const others = waiting.get(id) ?? new Set()
      waiting.set(id, others)
      let resolve = () => {}
      const over = new Promise<void>((it) => {
        resolve = it
      })
      others.add(resolve)
      wake()
      try {
        if (!(await isEnded(id))) await orAfter(over, mostMs)
      } finally {
        others.delete(resolve)
        if (others.size === 0 && waiting.get(id) === others) waiting.delete(id)
      }
    },
    async settled() {
      while (pass || atWork.size > 0) {
        await pass
        await Promise.all([...atWork.values()].map(({ done }) => done))
      }
    },
    get isFine() {
      return isFine && !isOver
    },
    async begin(all) {
      if (url)
        stopHearing = hear({
          url,
          channel: JOBS_CHANNEL,
          onNews: (id) => (id ? told(id) : wake()),
          onListening: lookAgain,
          log,
        })
      if (seats === 0) return
      kinds = all
      if (url) poll = setInterval(wake, POLL_MS).unref()
      else await takeAllBack(db, now())
      wake()
    },
    async stop(graceMs = STOP_MS) {
      isOver = true
      clearInterval(poll)
      clearTimeout(timer)
      await stopHearing()
      const ended = () => Promise.all([pass, ...[...atWork.values()].map(({ done }) => done)])
      await orAfter(ended(), graceMs)
      for (const { attempt } of atWork.values()) attempt.abort.abort(GIVEN_BACK)
      // A database that is away says nothing of it.
      await orAfter(ended(), GIVE_BACK_MS)
    },
  }
}
