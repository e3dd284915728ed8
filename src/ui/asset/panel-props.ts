import type { Asset } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import type { AssetActor } from './use-asset.ts'

/** URL and name of a model shown in the viewer next to the asset's own. */
export interface ComparedModel {
  url: string
  name: string
}

export interface ModelComparison {
  compared: ComparedModel | null
  onCompare: (other: ComparedModel | null) => void
}

export interface PanelProps extends ModelComparison {
  actor: AssetActor
  asset: Asset
  page: AssetPage
  panelCalls: AssetPanelCalls
}
