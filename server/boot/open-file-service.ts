import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import { FileService } from '../files/file-service.ts'
import type { InspectModel } from '../files/inspect-model.ts'
import { type Env, readS3Settings } from './env.ts'

const DAY_MS = 86_400_000

/** Imports the S3 storage on demand, because the AWS client is large and few installations need it. */
const loadS3 = () => import('../files/s3-storage.ts')

/** Dependencies of the file service. `isFolderInUse` is true if another process has locked the data folder. */
interface OpenFileServiceDeps {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly inspect?: InspectModel
  readonly isFolderInUse?: boolean
  readonly log?: Logger
}

/** Opens the file store of the environment: a folder, or a bucket of an S3-compatible service. */
export function openFileService(
  env: Env,
  { db, now, inspect, isFolderInUse = false, log }: OpenFileServiceDeps,
): Promise<FileService> {
  const s3 = readS3Settings(env)
  return FileService.open(db, now, env.DATA_DIR, {
    inspect,
    log,
    ...(isFolderInUse ? { isFolderInUse } : {}),
    ...(s3 ? { openStorage: async (...args) => (await loadS3()).openS3Storage(s3, ...args) } : {}),
    quota: { bytes: env.UPLOAD_QUOTA_MB * 1024 * 1024, unfinished: env.UPLOAD_UNFINISHED },
    graceMs: env.FILE_GRACE_DAYS * DAY_MS,
    databaseLocation: databaseLocation(env),
  })
}

/** Returns the location of the database, without credentials. All processes that share the database return the same text. */
function databaseLocation({ DATABASE_URL, DATA_DIR }: Env): string {
  if (!DATABASE_URL) return `${hostname()}:${DATA_DIR}`
  const { host, pathname, searchParams } = new URL(DATABASE_URL)
  return [host, pathname, searchParams.get('host') ?? ''].join(' ').trim()
}
