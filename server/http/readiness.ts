import { type Kysely, sql } from 'kysely'
import { readMigrationStatus } from '../db/connect-to-database.ts'
import type { Database } from '../db/schema.ts'
import { createErrorBody, createErrorResponse, HttpError } from '../errors/http-error.ts'
import type { FileService } from '../files/file-service.ts'
import type { JobQueue } from '../jobs/job-queue.ts'

const CHECKS = ['database', 'migrations', 'files', 'workers'] as const
export type ReadinessCheckName = (typeof CHECKS)[number]

/** Time for which a result is cached, and timeout of a check, in milliseconds. */
const CHECK_CACHE_MS = 1_000
const CHECK_TIMEOUT_MS = 900

export type ReadinessCheck = () => Promise<boolean>

type CheckResult = 'ok' | 'failing' | 'read-only'

/** Checks that most calls depend on. If one fails, a load balancer must not send requests to this process. */
const REQUIRED_CHECKS: readonly ReadinessCheckName[] = ['database', 'migrations']

export type ReadinessChecks = Record<ReadinessCheckName, ReadinessCheck> & { isReadOnly(): boolean }

interface ReadinessDeps {
  db: Kysely<Database>
  files: FileService
  jobs: JobQueue
}

export function createReadinessChecks({ db, files, jobs }: ReadinessDeps): ReadinessChecks {
  return {
    database: createCachedCheck(() => sql`select 1`.execute(db)),
    migrations: createCachedCheck(async () => {
      const { missing } = await readMigrationStatus(db)
      if (missing.length > 0) throw new Error(`Migrations have not run: ${missing.join(', ')}.`)
    }),
    files: createCachedCheck(() => files.content.check()),
    workers: async () => jobs.isHealthy,
    isReadOnly: () => files.owner.ownership?.mode === 'readOnly',
  }
}

/**
 * Caches the result of a check. After half of the cache time, a call starts the next check in the background. Checks never
 * overlap.
 */
export function createCachedCheck(
  runCheck: () => Promise<unknown>,
  cacheMs = CHECK_CACHE_MS,
  timeoutMs = CHECK_TIMEOUT_MS,
): ReadinessCheck {
  let last: { isPassing: boolean; at: number } | undefined
  let pendingCheck: Promise<boolean> | undefined
  const age = () => (last ? performance.now() - last.at : Number.POSITIVE_INFINITY)
  const check = () => {
    pendingCheck ??= runCheck()
      .then(
        () => true,
        () => false,
      )
      .then((isPassing) => {
        last = { isPassing, at: performance.now() }
        pendingCheck = undefined
        return isPassing
      })
    return pendingCheck
  }
  return async () => {
    if (last && age() < cacheMs) {
      if (age() >= cacheMs / 2) void check()
      return last.isPassing
    }
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false)
    })
    return Promise.race([check(), timeout]).finally(() => clearTimeout(timer))
  }
}

/**
 * Responds to a readiness probe: 200 `ok`, 200 `degraded` if no required check fails but another does, 503 otherwise. The
 * response contains the results by check name, and reveals nothing else.
 */
export async function createReadyzResponse(readiness: ReadinessChecks): Promise<Response> {
  const outcomes = await Promise.all(
    CHECKS.map(async (name): Promise<[ReadinessCheckName, CheckResult]> => {
      const isPassing = await readiness[name]()
      return [name, !isPassing ? 'failing' : name === 'files' && readiness.isReadOnly() ? 'read-only' : 'ok']
    }),
  )
  const checks = Object.fromEntries(outcomes)
  const missing = REQUIRED_CHECKS.filter((name) => checks[name] !== 'ok')
  if (missing.length === 0) {
    const status = outcomes.every(([, outcome]) => outcome === 'ok') ? 'ok' : 'degraded'
    return Response.json({ status, checks }, { headers: { 'cache-control': 'no-store' } })
  }
  const error = new HttpError('UNAVAILABLE', `The server is not ready: ${missing.join(', ')}.`, undefined, 1)
  const { status, headers } = createErrorResponse(error)
  return new Response(JSON.stringify({ ...createErrorBody(error), checks }), { status, headers })
}
