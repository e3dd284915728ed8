import type { AssetType, ChangelogEntry, Gender } from '../../../src/api/contract/assets.ts'
import type { Defaulted, Json } from './columns.ts'

/** An application. `name_key` is the key by which names are sorted and searched; see `toNameKey`. */
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
  /** Whether the server rendered the icon from the model, as opposed to an uploaded icon. */
  icon_rendered: Defaulted<boolean>
  texture_url: string | null
  psd_url: string | null
  locked: Defaulted<boolean>
  locked_by: string | null
  lock_reason: Defaulted<string | null>
  parent_id: string | null
  body_id: string | null
  /** Whether all users, guests included, are allowed to use the asset. */
  default_authorized: Defaulted<boolean>
  triangles: number
  vertices: number
  textures: number
  bytes: number
  created_at: Date
  updated_at: Date
  created_by: string
  /** Time since which the asset is in the trash; null outside the trash. */
  deleted_at: Defaulted<Date | null>
  deleted_by: Defaulted<string | null>
}

export interface TrashedApplicationTable {
  asset_id: string
  application_id: string
  is_visible: boolean
  position: number
  /** Owner of the application when the asset was trashed; null: unknown. */
  owner_id: Defaulted<string | null>
}

export interface TrashedTagTable {
  asset_id: string
  tag_id: string
}

export interface TrashedUserAssetTable {
  asset_id: string
  user_id: string
  added_at: Date
}

/** Maintained by triggers: the last change of each asset of an application. */
export interface ApplicationTimeTable {
  asset_id: string
  application_id: string
  updated_at: Date
}

/** Maintained by triggers: the last change of each asset with a tag in an application. */
export interface TaggedTimeTable extends ApplicationTimeTable {
  tag_id: string
}

/** Visibility and position of an asset in an application. `position` is 1-based and without gaps. */
export interface AssetApplicationTable {
  asset_id: string
  application_id: string
  is_visible: Defaulted<boolean>
  position: number
}

/** A tag. `look_alike_key` is unique; see `toLookAlikeKey`. */
export interface TagTable {
  id: string
  name: string
  name_key: string
  look_alike_key: string
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
