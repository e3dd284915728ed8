import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import type { AssetWork } from './asset-work.ts'
import type { AssetActor } from './use-asset.ts'

/** A model that stands beside the asset's own on the stage, and how it is called. */
export interface Compared {
  url: string
  name: string
}

/** What stands beside the asset's own model, and how something else comes to. */
export interface Comparing {
  compared: Compared | null
  onCompare: (other: Compared | null) => void
}

/** What everything that is opened on an asset's page is handed. */
export interface PanelProps extends Comparing {
  actor: AssetActor
  asset: Asset
  page: AssetPage
  work: AssetWork
}
