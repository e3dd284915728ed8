import { type Kysely, sql } from 'kysely'
import { migrationsOf } from '../db/open.ts'
import type { Database } from '../db/schema.ts'
import { errorBody, errorResponse, Refusal } from '../errors.ts'
import type { FileRoom } from '../files/file-room.ts'
import type { Jobs } from '../jobs/runner.ts'

/** What must work for the server to be ready. */
const CHECKS = ['database', 'migrations', 'files', 'workers'] as const
export type CheckName = (typeof CHECKS)[number]

/** An answer of a check is believed for so long, and one that does not come in so long is no, in milliseconds. */
const KEPT_MS = 1_000
const MOST_MS = 900

/** Asks whether one thing works: never twice at the same time, and not more often than once in half a second. */
export type Check = () => Promise<boolean>

/** The checks by name. */
export type Readiness = Record<CheckName, Check>

/** What the checks are of. */
interface Checked {
  db: Kysely<Database>
  files: FileRoom
  jobs: Jobs
}

/** Makes the checks of a server's database, its files and its workers. */
export function createReadiness({ db, files, jobs }: Checked): Readiness {
  return {
    database: createCheck(() => sql`select 1`.execute(db)),
    migrations: createCheck(async () => {
      const { missing } = await migrationsOf(db)
      if (missing.length > 0) throw new Error(`Migrations have not run: ${missing.join(', ')}.`)
    }),
    files: createCheck(() => files.content.check()),
    workers: async () => jobs.isFine,
  }
}

/**
 * Keeps what a question was answered, so that asking often is no load. A caller that finds an older answer waits for a new one;
 * from half its age on the next is fetched behind the caller's back, so who asks often waits for nothing.
 */
export function createCheck(ask: () => Promise<unknown>, keptMs = KEPT_MS, mostMs = MOST_MS): Check {
  let last: { isFine: boolean; at: number } | undefined
  let asking: Promise<boolean> | undefined
  const age = () => (last ? performance.now() - last.at : Number.POSITIVE_INFINITY)
  const look = () => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .then((isFine) => {
        last = { isFine, at: performance.now() }
        asking = undefined
        return isFine
      })
    return asking
  }
  return async () => {
    if (last && age() < keptMs) {
      if (age() >= keptMs / 2) void look()
      return last.isFine
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, mostMs, false)
    })
    return Promise.race([look(), late]).finally(() => clearTimeout(timer))
  }
}

/** Tells whether the server is ready: 200, or 503 with what fails, by name and no more than that. */
export async function readyz(readiness: Readiness): Promise<Response> {
  const outcomes = await Promise.all(CHECKS.map(async (name) => [name, await readiness[name]()] as const))
  const checks = Object.fromEntries(outcomes.map(([name, isFine]) => [name, isFine ? 'ok' : 'failing']))
  const failing = outcomes.filter(([, isFine]) => !isFine).map(([name]) => name)
  if (failing.length === 0) return Response.json({ status: 'ok', checks }, { headers: { 'cache-control': 'no-store' } })
  const refusal = new Refusal('UNAVAILABLE', `The server is not ready: ${failing.join(', ')}.`, undefined, 1)
  const { status, headers } = errorResponse(refusal)
  return new Response(JSON.stringify({ ...errorBody(refusal), checks }), { status, headers })
}
