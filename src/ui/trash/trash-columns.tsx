import type { TrashedAsset } from '../../api/contract/trash.ts'
import { AssetPlinth } from '../asset-list/AssetCell.tsx'
import { TypeChip } from '../asset-list/AssetChips.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { DeletedCell, TrashedAssetCell } from './TrashedCells.tsx'

export const createTrashColumns = (me: string | undefined): readonly Column<TrashedAsset>[] => [
  {
    field: 'name',
    headerName: 'assets.asset',
    sortable: true,
    kind: 'text',
    cell: (_, asset) => <TrashedAssetCell asset={asset} />,
    skeleton: (index) => <Skeleton width={120 + ((index * 3) % 5) * 18} height={13} />,
  },
  {
    field: 'type',
    headerName: 'assets.type',
    width: 148,
    hiddenBelowPx: 720,
    cell: (type) => <TypeChip type={type} />,
  },
  {
    field: 'deletedAt',
    headerName: 'trash.deleted',
    width: 200,
    sortable: true,
    kind: 'time',
    tooltip: 'trash.deleted.tip',
    cell: (_, asset) => <DeletedCell asset={asset} me={me} />,
  },
  {
    field: 'purgesAt',
    headerName: 'trash.purges',
    width: 148,
    tooltip: 'trash.purges.tip',
    hiddenBelowPx: 820,
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toTrashPhoneItem = (asset: TrashedAsset): PhoneItem => ({
  picture: <AssetPlinth asset={asset} />,
  name: asset.name,
  aside: <TimeAgo at={asset.deletedAt} style="narrow" />,
  line: <TypeChip type={asset.type} isBare />,
})
