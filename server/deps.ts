import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Passwords } from './auth/passwords.ts'
import type { Limits } from './auth/rate-limit.ts'
import type { Revocations } from './auth/revocations.ts'
import type { Tokens } from './auth/tokens.ts'
import type { AllowedHosts } from './client/allowed-hosts.ts'
import type { ClientFiles } from './client/client-files.ts'
import type { Database } from './db/schema.ts'
import type { Events } from './events/bus.ts'
import type { Presence } from './events/presence.ts'
import type { Relay } from './events/relay.ts'
import type { FileRoom } from './files/file-room.ts'
import type { OptimiseModel, RenderIcon } from './files/models.ts'
import type { ReportModel } from './files/report.ts'
import type { Geometry } from './fitting/geometry.ts'
import type { Admission } from './http/admission.ts'
import type { Jobs } from './jobs/runner.ts'
import type { Later } from './later.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Post } from './mail/post.ts'
import type { PredictTexture } from './textures/predict.ts'
import type { Reach } from './webhooks/post.ts'
import type { Webhooks } from './webhooks/start-webhooks.ts'

/** Everything the server is handed; it keeps nothing global, so a test can build one beside another. */
export interface Deps {
  db: Kysely<Database>
  /** One call may wait so long for the database in all, in milliseconds; without it as long as `patience.ts` says. */
  callMs?: number
  now: () => Date
  tokens: Tokens
  revocations: Revocations
  passwords: Passwords
  limits: Limits
  files: FileRoom
  /** What is told to those who look at the same things. */
  events: Events
  /** Who is at which asset, now. */
  presence: Presence
  /** Brings what was written to those who are told. */
  relay: Relay
  /** Work that goes on after the call that asked for it. */
  jobs: Jobs
  /** Tells webhooks what happens; without it they are only kept. */
  webhooks?: Webhooks
  /** Where webhooks may lead; without it to public addresses alone. */
  webhookReach?: Reach
  /** Works on cages, in processes of their own. */
  geometry: Geometry
  /** Renders a stored model to a PNG, in a process of its own. Without it assets keep the icon they are given. */
  renderIcon?: RenderIcon
  /** An answer waits so long for an icon that is being drawn, in milliseconds; without it as long as `ICON_WAIT_MS`. */
  iconWaitMs?: number
  /** Makes a variant of a stored model, in a process of its own. Without it there are none but those made before. */
  optimiseModel?: OptimiseModel
  /** Makes the validator's report of a model, in a process of its own; without it, in this one. */
  reportModel?: ReportModel
  /** Tells what a picture is likely used for, in a process of its own; without it, in this one. */
  predictTexture?: PredictTexture
  post: Post
  /** The post, where mails are kept in the data folder; shown at `/dev/mailbox`, but never in production. */
  outbox?: Outbox
  isProduction: boolean
  /** Work that is done after the answer. */
  later: Later
  /** Base of mailed links without a slash at its end: never what a request says of itself. */
  publicUrl: string
  /** Which names a request may be sent to. */
  hosts: AllowedHosts
  log: Logger
  /** The built client; without it the server answers the API alone. */
  client?: ClientFiles
  /** Base address of the API as the client is told it; empty: the same origin. */
  apiBase: string
  /** Lets in as many calls as can be worked on; without it all of them, however many. */
  admission?: Admission
  /** Where faults of security are to be told, as an address; without it nobody says so. */
  securityContact?: string
  /** How many proxies in front are trusted to tell the caller's address in `X-Forwarded-For`. */
  trustedProxies: number
}
