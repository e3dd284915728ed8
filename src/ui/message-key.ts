import type { messages as activity } from './messages/en/activity.ts'
import type { messages as applications } from './messages/en/applications.ts'
import type { messages as asset } from './messages/en/asset.ts'
import type { messages as assetPanels } from './messages/en/asset-panels.ts'
import type { messages as assets } from './messages/en/assets.ts'
import type { messages as bodies } from './messages/en/bodies.ts'
import type { messages as common } from './messages/en/common.ts'
import type { messages as dashboard } from './messages/en/dashboard.ts'
import type { messages as details } from './messages/en/details.ts'
import type { messages as examine } from './messages/en/examine.ts'
import type { messages as form } from './messages/en/form.ts'
import type { messages as inspector } from './messages/en/inspector.ts'
import type { messages as jobs } from './messages/en/jobs.ts'
import type { messages as keys } from './messages/en/keys.ts'
import type { messages as list } from './messages/en/list.ts'
import type { messages as look } from './messages/en/look.ts'
import type { messages as palette } from './messages/en/palette.ts'
import type { messages as session } from './messages/en/session.ts'
import type { messages as settings } from './messages/en/settings.ts'
import type { messages as tags } from './messages/en/tags.ts'
import type { messages as tokens } from './messages/en/tokens.ts'
import type { messages as trash } from './messages/en/trash.ts'
import type { messages as users } from './messages/en/users.ts'
import type { messages as wardrobe } from './messages/en/wardrobe.ts'
import type { messages as watch } from './messages/en/watch.ts'
import type { messages as webhooks } from './messages/en/webhooks.ts'

interface MessageTables {
  activity: typeof activity
  applications: typeof applications
  asset: typeof asset
  assetPanels: typeof assetPanels
  assets: typeof assets
  bodies: typeof bodies
  common: typeof common
  dashboard: typeof dashboard
  details: typeof details
  examine: typeof examine
  form: typeof form
  inspector: typeof inspector
  jobs: typeof jobs
  keys: typeof keys
  list: typeof list
  look: typeof look
  palette: typeof palette
  session: typeof session
  settings: typeof settings
  tags: typeof tags
  tokens: typeof tokens
  trash: typeof trash
  users: typeof users
  wardrobe: typeof wardrobe
  watch: typeof watch
  webhooks: typeof webhooks
}

/** Name of a table of messages, which belongs to one part of the app. */
export type MessageCatalogName = keyof MessageTables

/** Keys of a message table, without the `.one` variants, which only the translate function uses. */
export type KeyOfTable<Table> = Exclude<keyof Table & string, `${string}.one`>

/** Message keys of some message tables. Default: of all tables. */
export type MessageKey<Part extends MessageCatalogName = MessageCatalogName> = {
  [P in Part]: KeyOfTable<MessageTables[P]>
}[Part]
