import type { AssetType, ChangelogEntry, Gender } from '../../../src/api/contract/assets.ts'
import type { Defaulted, Json } from './columns.ts'

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
  lock_reason: Defaulted<string | null>
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

/** Kept by the database: when each asset with a tag in an application was last changed. */
export interface TaggedTimeTable extends ApplicationTimeTable {
  tag_id: string
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
