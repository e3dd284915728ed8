import type {
  ApiTokenTable,
  AuditTable,
  KnownAddressTable,
  NoticeTable,
  ProofTable,
  RefreshTokenTable,
  RevocationTable,
  SavedViewTable,
  SessionTable,
  SigningKeyTable,
  TokenSettingsTable,
  UserTable,
} from './tables/accounts.ts'
import type {
  ApplicationTable,
  ApplicationTimeTable,
  AssetApplicationTable,
  AssetTable,
  AssetTagTable,
  ChangelogTable,
  TaggedTimeTable,
  TagTable,
  TrashedApplicationTable,
  TrashedTagTable,
  TrashedUserAssetTable,
  UserAssetTable,
} from './tables/assets.ts'
import type { EventConsumerTable, OutboxTable, WebhookDeliveryTable, WebhookTable } from './tables/events.ts'
import type {
  FileChargeTable,
  FileStoreTable,
  FileTable,
  ImportRowTable,
  ImportTable,
  UploadStartTable,
  UploadTable,
} from './tables/files.ts'
import type {
  ApplicationMorphedAssetTable,
  CageMeshTable,
  JobTable,
  MorphedAssetTable,
  TurntableTable,
  VariantTable,
} from './tables/jobs.ts'
import type { IdempotencyTable, MetaTable, RateLimitTable } from './tables/requests.ts'

export interface Database {
  users: UserTable
  sessions: SessionTable
  refresh_tokens: RefreshTokenTable
  revocations: RevocationTable
  proofs: ProofTable
  known_addresses: KnownAddressTable
  notices: NoticeTable
  audit: AuditTable
  signing_keys: SigningKeyTable
  token_settings: TokenSettingsTable
  api_tokens: ApiTokenTable
  applications: ApplicationTable
  assets: AssetTable
  asset_applications: AssetApplicationTable
  application_times: ApplicationTimeTable
  tagged_times: TaggedTimeTable
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
  turntables: TurntableTable
  file_store: FileStoreTable
  files: FileTable
  file_charges: FileChargeTable
  uploads: UploadTable
  upload_starts: UploadStartTable
  idempotency: IdempotencyTable
  rate_limits: RateLimitTable
  saved_views: SavedViewTable
  meta: MetaTable
}
