import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PasswordHasher } from '../auth/password-hasher.ts'
import type { RateLimits } from '../auth/rate-limit.ts'
import type { Revocations } from '../auth/revocations.ts'
import type { TokenService } from '../auth/token-service.ts'
import type { ClientFiles } from '../client/client-files.ts'
import type { Database } from '../db/schema.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { EventRelay } from '../events/event-relay.ts'
import type { Presence } from '../events/presence.ts'
import type { FileService } from '../files/file-service.ts'
import type { ReportModel } from '../files/report-model.ts'
import type { CageOperations } from '../fitting/cage-operations.ts'
import type { Admission } from '../http/admission.ts'
import type { AllowedHosts } from '../http/allowed-hosts.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { MailOutbox } from '../mail/mail-outbox.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { OptimiseModel, RenderIcon } from '../model-work/model-pool.ts'
import type { PredictTexture } from '../textures/predict-texture.ts'
import type { WebhookDestinations } from '../webhooks/post-webhook.ts'
import type { Webhooks } from '../webhooks/start-webhooks.ts'

/** Dependencies of the server. The server has no global state, so a test can run several servers. */
export interface Deps {
  db: Kysely<Database>
  requestWaitMs?: number
  now: () => Date
  tokens: TokenService
  revocations: Revocations
  passwords: PasswordHasher
  limits: RateLimits
  files: FileService
  events: EventBus
  presence: Presence
  relay: EventRelay
  jobs: JobQueue
  /** Delivers events to webhooks. If absent, events are only stored. */
  webhooks?: Webhooks
  /** Targets that webhooks are allowed to reach. Default: public addresses only. */
  webhookReach?: WebhookDestinations
  geometry: CageOperations
  /** Renders a stored model to an image, in a separate process. Without it, only uploaded icons are available. */
  renderIcon?: RenderIcon
  /** Time a response waits for an icon that is being rendered, in milliseconds. Default: `ICON_WAIT_MS`. */
  iconWaitMs?: number
  /** Creates a variant of a stored model, in a separate process. Without it, no new variants are created. */
  optimiseModel?: OptimiseModel
  /** Validates a model, in a separate process. Default: in this process. */
  reportModel?: ReportModel
  /** Predicts the material slot of a texture, in a separate process. Default: in this process. */
  predictTexture?: PredictTexture
  mailer: Mailer
  /** Mail transport that stores emails in the data folder; shown at `/dev/mailbox`, never in production. */
  outbox?: MailOutbox
  isProduction: boolean
  /** Base URL of links in emails, without a trailing slash. Never derived from a request. */
  publicUrl: string
  hosts: AllowedHosts
  /** Origins whose pages are allowed to use the API, in addition to those of `publicUrl` and of the requested host. */
  corsOrigins?: readonly string[]
  log: Logger
  /** The built client; without it the server serves only the API. */
  client?: ClientFiles
  /** Base URL of the API that the client receives; empty for the same origin. */
  apiBase: string
  /** Admission control for requests; without it all requests are admitted. */
  admission?: Admission
  /** Contact URI for security reports. If absent, no `security.txt` is published. */
  securityContact?: string
  /** Number of trusted proxies in front that set the caller's address in `X-Forwarded-For`. */
  trustedProxies: number
}
