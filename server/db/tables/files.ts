import type { Scope } from '../../../src/api/contract/api-tokens.ts'
import type { ErrorCode } from '../../../src/api/contract/errors.ts'
import type { AnyUploadKind, FileType } from '../../../src/api/contract/files.ts'
import type { ImportOutcome } from '../../../src/api/contract/transfer.ts'
import type { Defaulted, Json } from './columns.ts'

/** A file of the content store; `bytes` is its length. */
export interface FileTable {
  sha256: string
  type: FileType
  bytes: number
  /** CRC-32 as a signed number; null for files stored before the column existed. */
  crc32: Defaulted<number | null>
  created_at: Date
  /** Time since which nothing refers to the file, as the sweep found; null if something refers to it. */
  orphaned_at: Defaulted<Date | null>
  /** Whether anything has ever referred to the file. If so, a backup may still refer to it. */
  used: Defaulted<boolean>
  /** Time until which a request may still create a reference to the file. The file is not removed earlier. */
  claimed_until: Defaulted<Date | null>
}

/** File store that this database owns, and the location of the database that wrote the row. The table has one row. */
export interface FileStoreTable {
  id: string
  /** Counter that the owner raises in the database, then in the store. */
  epoch: Defaulted<number>
  /** Identity of the database that wrote this row. A restored copy has another identity. */
  identity: Defaulted<string | null>
  /** Address of the database, or machine and folder of an embedded database. */
  place: Defaulted<string | null>
  raised_at: Defaulted<Date | null>
  /** Time when the store was last searched for unknown files. */
  listed_at: Defaulted<Date | null>
}

/**
 * File that counts towards a user's quota until a day after the last reference, or until only other users have an upload of the
 * file.
 */
export interface FileChargeTable {
  owner_id: string
  sha256: string
}

export interface UploadStartTable {
  id: string
  owner_id: string
  bytes: number
  started_at: Date
  key: string | null
  /** Content of a checked upload that is being moved into the store, so that the upload can be finished after a crash. */
  sha256: Defaulted<string | null>
  kind: Defaulted<AnyUploadKind | null>
  filename: Defaulted<string | null>
}

export interface UploadTable {
  id: string
  owner_id: string
  sha256: string
  kind: AnyUploadKind
  filename: string | null
  finished_at: Date
}

/** An import of an archive into an application; `archive_url` is null once the archive is no longer needed. */
export interface ImportTable {
  id: string
  application_id: string
  owner_id: string
  job_id: Defaulted<string | null>
  /** Scopes and id of the API token that requested the import; null for a session. */
  scopes: Json<Scope[] | null>
  token_id: Defaulted<string | null>
  archive_url: string | null
  dry_run: boolean
  /** Number of assets in the archive's manifest; null until the manifest is read. */
  total: Defaulted<number | null>
  created_at: Date
  finished_at: Defaulted<Date | null>
}

/** Outcome of one asset of an archive; `place` is the asset's 1-based position in the manifest. */
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
