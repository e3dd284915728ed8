import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { AssetType, ChangelogEntry, Gender } from '../../src/api/contract/assets.ts'
import type { Role, Wallet } from '../../src/api/contract/auth.ts'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import type { AssetEvent, AssetMessage, EventKey } from '../../src/api/contract/events.ts'
import type { FileType, SentKind } from '../../src/api/contract/files.ts'
import type { FitReport } from '../../src/api/contract/fit-report.ts'
import type { JobKindName, JobStatus } from '../../src/api/contract/jobs.ts'
import type { RecipeName } from '../../src/api/contract/recipes.ts'
import type { ImportOutcome } from '../../src/api/contract/transfer.ts'
import type { VariantReport } from '../../src/api/contract/variants.ts'
import type { DeliveryStatus, DeliveryTry } from '../../src/api/contract/webhooks.ts'

/** A JSON column: read as a value, written as text cast by {@link json}. */
type Json<T> = ColumnType<T, unknown, unknown>

/** A column the database fills when nothing is handed in. */
type Defaulted<T> = Generated<T>

export interface UserTable {
  id: string
  email: string | null
  name: string | null
  role: Role
  password_hash: string | null
  verified_at: Date | null
  is_password_updated: Defaulted<boolean>
  wallets: Json<Wallet[]>
  created_at: Date
  /** When the sign-up was asked for that gave it its address. */
  signed_up_at: Defaulted<Date | null>
}

/** A family of refresh tokens: one sign-in. */
export interface SessionTable {
  id: string
  user_id: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  last_used_at: Date
  user_agent: string | null
  /** How it was signed in to: `password`, `code`, `guest` or `sign-up`. Null: not known. */
  began_with: Defaulted<string | null>
}

/**
 * What was mailed to prove an address, one for each time it was asked for: a code, and a link where the purpose has one.
 * Both are kept as SHA-256 in hex. The code is good only together with what asked for it: the request, whose id was
 * answered and is kept hashed, or a session. `tries` counts the codes that were tried.
 */
export interface ProofTable {
  user_id: string
  purpose: 'login' | 'verify' | 'reset'
  code_hash: string
  code_expires_at: Date
  tries: Defaulted<number>
  link_hash: string | null
  link_expires_at: Date | null
  request_hash: string
  session_id: string | null
}

/** Where the owner of an account signed in from since they proved its address. */
export interface KnownAddressTable {
  user_id: string
  address: string
  seen_at: Date
}

/** What happened to accounts; `address` is that of the caller's machine. */
export interface AuditTable {
  id: string
  at: Date
  user_id: string | null
  action: string
  address: string
  details: Json<Record<string, unknown>>
}

/**
 * `token_hash` is the SHA-256 of the token in hex: the token itself is never stored. Of each session exactly one is unused.
 * `successor` is the pair that a used one was traded for, sealed with the token itself, for as long as it may come back.
 */
export interface RefreshTokenTable {
  token_hash: string
  session_id: string
  created_at: Date
  used_at: Date | null
  successor: Defaulted<string | null>
}

/** Sessions that ended before their time, deleted ones too, noted by the database itself and by its own clock. */
export interface RevocationTable {
  session_id: string
  written_at: Defaulted<Date>
}

/** A token that a person made for a program. `token_hash` is its SHA-256 in hex, `hint` its beginning, as it is shown. */
export interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  token_hash: string
  hint: string
  scopes: Json<Scope[]>
  created_at: Date
  expires_at: Date
  last_used_at: Defaulted<Date | null>
}

/** A view of a list that somebody keeps; `query` is JSON. */
export interface SavedViewTable {
  id: string
  user_id: string
  list: string
  name: string
  query: string
  updated_at: Date
}

/** `name_key` is what names are sorted and searched by: see `fold`. */
export interface ApplicationTable {
  id: string
  name: string
  name_key: string
  owner_id: string
  created_at: Date
}

export interface AssetTable {
  id: string
  name: string
  name_key: string
  type: AssetType
  gender: Gender
  model_url: string
  icon_url: string | null
  /** The icon was rendered from the model by the server, not handed in. */
  icon_rendered: Defaulted<boolean>
  texture_url: string | null
  psd_url: string | null
  locked: Defaulted<boolean>
  locked_by: string | null
  parent_id: string | null
  body_id: string | null
  /** Everyone may use it, guests too. */
  default_authorized: Defaulted<boolean>
  triangles: number
  vertices: number
  textures: number
  bytes: number
  created_at: Date
  updated_at: Date
  created_by: string
  /** Since when it is in the trash; null while it is not. */
  deleted_at: Defaulted<Date | null>
  deleted_by: Defaulted<string | null>
}

/** The applications an asset in the trash was in, and where in them. */
export interface TrashedApplicationTable {
  asset_id: string
  application_id: string
  is_visible: boolean
  position: number
  /** Whose the application was then, where that is known. */
  owner_id: Defaulted<string | null>
}

/** The tags an asset in the trash had. */
export interface TrashedTagTable {
  asset_id: string
  tag_id: string
}

/** The wardrobes an asset in the trash was in. */
export interface TrashedUserAssetTable {
  asset_id: string
  user_id: string
  added_at: Date
}

/** Kept by the database: when each asset of an application was last changed. */
export interface ApplicationTimeTable {
  asset_id: string
  application_id: string
  updated_at: Date
}

/** `position` is 1-based and without gaps in each application. */
export interface AssetApplicationTable {
  asset_id: string
  application_id: string
  is_visible: Defaulted<boolean>
  position: number
}

export interface TagTable {
  id: string
  name: string
  name_key: string
  color: string
}

export interface AssetTagTable {
  asset_id: string
  tag_id: string
}

export interface UserAssetTable {
  user_id: string
  asset_id: string
  added_at: Date
}

export interface ChangelogTable {
  id: string
  asset_id: string
  at: Date
  actor_id: string
  action: string
  changes: Json<ChangelogEntry['changes']>
}

/**
 * Events on their way to those who listen, each written with the change it tells of. `position` is its place in the stream,
 * given once the change is committed; `details` is what the event says besides.
 */
export interface OutboxTable {
  seq: GeneratedAlways<string>
  position: Defaulted<string | null>
  key: EventKey
  asset_id: string
  actor_id: string | null
  at: Date
  details: Json<Pick<AssetEvent, 'fields' | 'updatedAt'>>
  written_at: Defaulted<Date>
}

/**
 * Work that is done beside the calls. `key` names what it is about: of one kind and key at most one is queued or running.
 * `kills` counts the processes it took down. `worker` is who holds it until `lease_until`, another text each time it is
 * taken; `progress` is 0..1; `error` says why it failed, to whoever asked for it. `turn` counts the takes of all jobs.
 */
export interface JobTable {
  id: string
  kind: JobKindName
  key: string
  payload: Json<object>
  owner_id: string | null
  status: Defaulted<JobStatus>
  attempts: Defaulted<number>
  kills: Defaulted<number>
  run_at: Date
  lease_until: Defaulted<Date | null>
  worker: Defaulted<string | null>
  progress: Defaulted<number>
  step: Defaulted<string | null>
  error: Defaulted<string | null>
  /** Of a morph that is done. */
  report: Json<FitReport | null>
  created_at: Date
  started_at: Defaulted<Date | null>
  finished_at: Defaulted<Date | null>
  turn: Defaulted<string | number | null>
}

/**
 * A cage around a body; no `asset_type`: for all types that the body has no other cage for. `carried_from` is the cage it
 * was carried from; null where it was uploaded.
 */
export interface CageMeshTable {
  id: string
  name: string
  name_key: string
  gender: Gender
  asset_type: AssetType | null
  body_id: string | null
  model_url: string
  vertices: number
  topology: string
  carried_from: Defaulted<string | null>
  created_by: string
  created_at: Date
  updated_at: Date
}

/** A model fitted to another body; `id` is that of the job that made it, `made_from` names the files and the version it was made from. */
export interface MorphedAssetTable {
  id: string
  asset_id: string
  body_id: string
  model_url: string
  made_from: string
  report: Json<FitReport | null>
  created_at: Date
}

/** The morphs that applications use. */
export interface ApplicationMorphedAssetTable {
  application_id: string
  asset_id: string
  body_id: string
  added_at: Date
}

/**
 * What recipes made of models: one row for each level of a variant, 0 the finest. `report` has what the model and its
 * original hold, and how far their pictures are apart; `difference_url` is the picture of that, where there is one.
 */
export interface VariantTable {
  source_url: string
  recipe: RecipeName
  version: number
  level: number
  model_url: string
  difference_url: string | null
  report: Json<VariantReport>
  created_at: Date
}

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

/** `answer` is null while the first request is still at work. */
export interface IdempotencyTable {
  user_id: string
  key: string
  hash: string
  answer: Json<unknown>
  created_at: Date
}

export interface RateLimitTable {
  key: string
  count: number
  resets_at: Date
  /** When the next try is free, where tries are waited for. */
  free_at: Defaulted<Date | null>
}

/** Who passes events on to others: how far they have come, and which process does so at the moment. */
export interface EventConsumerTable {
  name: string
  position: string
  holder: string | null
  held_until: Date | null
  seen_at: Defaulted<Date>
}

/** An address that is told what happens; no keys: all events. */
export interface WebhookTable {
  id: string
  url: string
  description: string
  keys: Json<EventKey[]>
  is_enabled: boolean
  secret: string
  /** Signs beside the new one until then. */
  old_secret: Defaulted<string | null>
  old_secret_until: Defaulted<Date | null>
  /** Since when nothing there has answered. */
  unreachable_since: Defaulted<Date | null>
  paused_until: Defaulted<Date | null>
  created_by: string
  created_at: Date
  updated_at: Date
}

/** What became of an event at a webhook. `due_at` is null where nothing is to be sent. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  position: string
  asset_id: string
  message: Json<AssetMessage>
  status: DeliveryStatus
  tries: Json<DeliveryTry[]>
  /** How often somebody asked to send it again, and the tries since. */
  round: Defaulted<number>
  tried: Defaulted<number>
  due_at: Date | null
  created_at: Date
}

/** Facts about the store as a whole, such as whether it was seeded. */
export interface MetaTable {
  key: string
  value: string
}

export interface Database {
  users: UserTable
  sessions: SessionTable
  refresh_tokens: RefreshTokenTable
  revocations: RevocationTable
  proofs: ProofTable
  known_addresses: KnownAddressTable
  audit: AuditTable
  api_tokens: ApiTokenTable
  applications: ApplicationTable
  assets: AssetTable
  asset_applications: AssetApplicationTable
  application_times: ApplicationTimeTable
  tags: TagTable
  asset_tags: AssetTagTable
  user_assets: UserAssetTable
  trashed_applications: TrashedApplicationTable
  trashed_tags: TrashedTagTable
  trashed_user_assets: TrashedUserAssetTable
  changelog: ChangelogTable
  outbox: OutboxTable
  jobs: JobTable
  event_consumers: EventConsumerTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  imports: ImportTable
  import_rows: ImportRowTable
  cage_meshes: CageMeshTable
  morphed_assets: MorphedAssetTable
  application_morphed_assets: ApplicationMorphedAssetTable
  variants: VariantTable
  files: FileTable
  file_charges: FileChargeTable
  uploads: UploadTable
  upload_starts: UploadStartTable
  idempotency: IdempotencyTable
  rate_limits: RateLimitTable
  saved_views: SavedViewTable
  meta: MetaTable
}
