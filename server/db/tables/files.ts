import type { Scope } from '../../../src/api/contract/api-tokens.ts'
import type { ErrorCode } from '../../../src/api/contract/errors.ts'
import type { FileType, SentKind } from '../../../src/api/contract/files.ts'
import type { ImportOutcome } from '../../../src/api/contract/transfer.ts'
import type { Defaulted, Json } from './columns.ts'

/** What the content store holds; `bytes` is the length. */
export interface FileTable {
  sha256: string
  type: FileType
  bytes: number
  /** Its CRC-32 as a signed number; null where a file was stored before anybody asked for it. */
  crc32: Defaulted<number | null>
  created_at: Date
  /** Since when nothing refers to it; null while something does, or until a sweep has looked. */
  orphaned_at: Defaulted<Date | null>
  /** Until when somebody works with it who will refer to it, perhaps; it is not removed before. */
  claimed_until: Defaulted<Date | null>
}

/** Who is charged for a file of the content store: a row stands for as long as the file does, or another is charged for it. */
export interface FileChargeTable {
  owner_id: string
  sha256: string
}

/** Room kept for uploads under way. */
export interface UploadStartTable {
  id: string
  owner_id: string
  bytes: number
  started_at: Date
  /** The `Idempotency-Key` it was announced with. */
  key: string | null
  /** Of an upload that was checked and is on its way into the store: what it is, so that it is finished even after a fall. */
  sha256: Defaulted<string | null>
  kind: Defaulted<SentKind | null>
  filename: Defaulted<string | null>
}

/** Finished uploads and whose they are. */
export interface UploadTable {
  id: string
  owner_id: string
  sha256: string
  kind: SentKind
  filename: string | null
  finished_at: Date
}

/** An archive on its way into an application; `archive_url` is null once nothing is left to do. */
export interface ImportTable {
  id: string
  application_id: string
  owner_id: string
  job_id: Defaulted<string | null>
  /** Of the API token that asked for it, and which that is; null where a session did. */
  scopes: Json<Scope[] | null>
  token_id: Defaulted<string | null>
  archive_url: string | null
  dry_run: boolean
  /** How many assets its manifest lists, once that was read. */
  total: Defaulted<number | null>
  created_at: Date
  finished_at: Defaulted<Date | null>
}

/** What became of one asset of an archive; `place` is its 1-based place in the manifest. */
export interface ImportRowTable {
  import_id: string
  place: number
  name: string
  outcome: ImportOutcome
  asset_id: Defaulted<string | null>
  code: Defaulted<ErrorCode | null>
  message: Defaulted<string | null>
  without: Json<string[]>
}
