import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import type { AssetWork } from './asset-work.ts'
import type { AssetActor } from './use-asset.ts'

/** What everything that is opened on an asset's page is handed. */
export interface PanelProps {
  actor: AssetActor
  asset: Asset
  page: AssetPage
  work: AssetWork
}
