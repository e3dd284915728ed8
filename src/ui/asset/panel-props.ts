import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.setup.ts'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import type { AssetActor } from './use-asset.ts'

/** Model shown next to the asset's own on the stage, and its name. */
export interface ComparedModel {
  url: string
  name: string
}

/** Compared model and its setter. */
export interface ModelComparison {
  compared: ComparedModel | null
  onCompare: (other: ComparedModel | null) => void
}

/** Props of every panel on an asset's page. */
export interface PanelProps extends ModelComparison {
  actor: AssetActor
  asset: Asset
  page: AssetPage
  panelCalls: AssetPanelCalls
}
