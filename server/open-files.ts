import type { Kysely } from 'kysely'
import type { Database } from './db/schema.ts'
import { type Env, s3Of } from './env.ts'
import { FileRoom } from './files/file-room.ts'
import type { InspectModel } from './files/inspect.ts'

/** AWS's client is large, and few keep their files there. */
const loadS3 = () => import('./files/s3-storage.ts')

/** What the files of a process are opened with; `isBeside` where another process keeps the folder. */
interface Opening {
  readonly db: Kysely<Database>
  readonly now: () => Date
  readonly inspect: InspectModel
  readonly isBeside?: boolean
}

/** Opens the files where the environment says that they are: on the disk, or in a store that speaks S3. */
export function openFiles(env: Env, { db, now, inspect, isBeside = false }: Opening): Promise<FileRoom> {
  const s3 = s3Of(env)
  return FileRoom.open(db, now, env.DATA_DIR, {
    inspect,
    ...(isBeside ? { isBeside } : {}),
    ...(s3 ? { openStorage: async (...given) => (await loadS3()).openS3Storage(s3, ...given) } : {}),
    quota: { bytes: env.UPLOAD_QUOTA_MB * 1024 * 1024, unfinished: env.UPLOAD_UNFINISHED },
  })
}
