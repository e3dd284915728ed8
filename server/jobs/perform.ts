import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import { isStorageFull } from '../db/faults.ts'
import { inSteps, patiently } from '../db/patience.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { ProcessFault } from '../worker-process.ts'
import { MOST_ATTEMPTS, waitAfter } from './attempts.ts'
import { JobFault, type JobKind, type JobRow } from './job.ts'
import { finish, giveBack, type Held, noteFault, renew } from './table.ts'

/** Times of a lease, in milliseconds: how long it is, when it is renewed, and how soon progress is written down. */
export interface LeaseTimes {
  readonly leaseMs: number
  readonly renewMs: number
  readonly progressMs: number
}

/** What performing needs; `random` in 0..1. */
export interface PerformNeeds {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly log: Logger
  readonly times: LeaseTimes
  readonly random: () => number
}

/** An attempt at a job: how it is left, and how whoever hears that it ended has its lease looked at. */
export interface Attempt {
  readonly abort: AbortController
  check(): void
}

/** Why a job is left: another has it or it was cancelled; or this process stops and gives it back. */
export const LOST = Symbol('lost')
export const GIVEN_BACK = Symbol('given back')

class TookTooLong extends Error {
  override message = 'This took too long.'
}

/** An attempt may take so long where its kind says nothing else, in milliseconds. */
const MOST_MS = 600_000

/** What passes by itself. */
const PASSING: readonly ErrorCode[] = ['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'STORAGE_FULL']

/**
 * Does one attempt at a job that was taken, and writes down how it went. Left at once where it is aborted with {@link LOST} or
 * {@link GIVEN_BACK}. Rejects where the store is away: the lease runs out, then, and the job is taken back.
 */
export async function performJob(
  row: JobRow,
  kind: JobKind<object>,
  attempt: Attempt,
  needs: PerformNeeds,
): Promise<void> {
  const { db, now, times } = needs
  const { abort } = attempt
  const held: Held = { id: row.id, worker: row.worker! }
  const lease = keepLease(held, abort, needs)
  attempt.check = lease.check
  const limit = setTimeout(() => abort.abort(new TookTooLong()), kind.mostMs ?? MOST_MS)
  const job = { id: row.id, key: row.key, payload: row.payload, ownerId: row.owner_id, attempt: row.attempts }
  try {
    abort.signal.throwIfAborted()
    const keep = await Promise.race([
      patiently(() => kind.perform(job, { progress: lease.progress, signal: abort.signal })),
      aborted(abort.signal),
    ])
    // A whole lease for what is written now.
    await lease.end()
    if (await renew(db, held, { leaseMs: times.leaseMs, share: 1, step: null })) await finish(db, held, keep, now())
  } catch (fault) {
    await lease.end()
    if (fault === GIVEN_BACK) await giveBack(db, held, now())
    else if (fault !== LOST) await failed(row, held, fault, needs)
  } finally {
    clearTimeout(limit)
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** Renews a lease until it is ended, and aborts once it is lost, or could not be renewed for as long as it is. */
function keepLease(held: Held, abort: AbortController, { db, times }: PerformNeeds) {
  let [share, step, isNew] = [0, null as string | null, false]
  let renewedAt = performance.now()
  let renewing: Promise<void> | undefined
  const write = async () => {
    const begun = performance.now()
    isNew = false
    try {
      if (await renew(db, held, { leaseMs: times.leaseMs, share, step })) renewedAt = begun
      else abort.abort(LOST)
    } catch {
      // The next one may come through; an outage is told by the database's own log.
      isNew = true
      if (performance.now() - renewedAt > times.leaseMs) abort.abort(LOST)
    }
    renewing = undefined
  }
  const beat = setInterval(() => {
    if (isNew || performance.now() - renewedAt >= times.renewMs) renewing ??= write()
  }, times.progressMs)
  return {
    check() {
      renewing ??= inSteps(write)
    },
    progress(to: number, doing?: string) {
      share = Math.max(0, Math.min(1, Number.isFinite(to) ? to : 0))
      step = doing ?? step
      isNew = true
    },
    async end() {
      clearInterval(beat)
      await renewing
    },
  }
}

async function failed(row: JobRow, held: Held, fault: unknown, { db, now, log, random }: PerformNeeds): Promise<void> {
  const { id, kind, attempts } = row
  const { reason, isFinal, isForeseen } = judge(fault)
  const kills = row.kills + (fault instanceof ProcessFault ? 1 : 0)
  const wait = isFinal ? undefined : waitAfter(attempts, kills, random())
  if (!isForeseen) log.error({ err: fault, job: id, kind, attempt: attempts }, 'a job failed')
  const at = now()
  const again = wait === undefined ? undefined : new Date(at.getTime() + wait)
  await noteFault(db, held, { reason, kills, again, now: at })
  if (!again && !isFinal) log.warn({ job: id, kind, reason, of: MOST_ATTEMPTS }, 'a job was given up')
}

/** What is said of a fault; nothing of what nobody foresaw, which may tell how we are made. */
function judge(fault: unknown): { reason: string; isFinal: boolean; isForeseen: boolean } {
  if (fault instanceof JobFault) return { reason: fault.message, isFinal: true, isForeseen: true }
  if (fault instanceof Refusal)
    return { reason: fault.message, isFinal: !PASSING.includes(fault.code), isForeseen: true }
  if (fault instanceof ProcessFault || fault instanceof TookTooLong)
    return { reason: fault.message, isFinal: false, isForeseen: true }
  if (isStorageFull(fault)) return { reason: 'The server is out of storage.', isFinal: false, isForeseen: true }
  return { reason: 'Something went wrong at the server.', isFinal: false, isForeseen: false }
}
