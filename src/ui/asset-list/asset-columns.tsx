import type { Asset } from '../../api/contract/assets.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { AssetCell, AssetCellSkeleton, AssetName, AssetPlinth } from './AssetCell.tsx'
import { ApplicationTiles, AssetFactsOnPhone, GenderChip, LockChip, TypeChip, UpdatedCell } from './AssetChips.tsx'
import { TagChips, TagDots } from './TagChips.tsx'

/** Data of the asset list besides its rows. */
export interface AssetLookups {
  /** Returns the name of an application; `null` if the user is not allowed to read applications. */
  nameOf: ((applicationId: string) => string) | null
  /** Tags by id; `null` if the user is not allowed to read tags. */
  tags: ReadonlyMap<string, Tag> | null
  /** Id of the current user. */
  me: string | undefined
}

/** Returns an asset's known tags, sorted by name. */
const tagsOf = ({ tags: knownTags }: Pick<AssetLookups, 'tags'>, { tags }: Asset): Tag[] =>
  tags.flatMap((id) => knownTags?.get(id) ?? []).sort((one, other) => one.name.localeCompare(other.name))

export const createAssetColumns = (names: AssetLookups): readonly Column<Asset>[] => [
  {
    field: 'name',
    headerName: 'assets.asset',
    sortable: true,
    kind: 'text',
    cell: (_, asset) => <AssetCell asset={asset} tags={tagsOf(names, asset)} />,
    skeleton: (index) => <AssetCellSkeleton index={index} />,
  },
  {
    field: 'type',
    headerName: 'assets.type',
    width: 148,
    sortable: true,
    cell: (type) => <TypeChip type={type} />,
    skeleton: (index) => <Skeleton width={52 + ((index * 3) % 5) * 8} height={22} />,
  },
  {
    field: 'gender',
    headerName: 'assets.gender',
    width: 108,
    sortable: true,
    tooltip: 'assets.gender.tip',
    hiddenBelowPx: 920,
    cell: (gender) => <GenderChip gender={gender} />,
  },
  ...(names.nameOf ? [applicationsColumn(names.nameOf)] : []),
  ...(names.tags ? [tagsColumn(names)] : []),
  {
    field: 'locked',
    headerName: 'assets.lock',
    width: 116,
    tooltip: 'assets.lock.tip',
    hiddenBelowPx: 820,
    cell: (isLocked) => <LockChip isLocked={isLocked} />,
  },
  {
    field: 'updatedAt',
    headerName: 'assets.updated',
    width: 148,
    sortable: true,
    kind: 'time',
    tooltip: 'assets.updated.tip',
    cell: (_, asset) => <UpdatedCell asset={asset} me={names.me} />,
  },
]

export const toAssetPhoneItem = (asset: Asset, names: Pick<AssetLookups, 'tags'>): PhoneItem => ({
  picture: <AssetPlinth asset={asset} />,
  name: <AssetName asset={asset} />,
  aside: <TimeAgo at={asset.updatedAt} style="narrow" />,
  line: (
    <>
      <TypeChip type={asset.type} isBare />
      <AssetFactsOnPhone asset={asset} />
      <TagDots tags={tagsOf(names, asset)} />
    </>
  ),
})

const applicationsColumn = (nameOf: (applicationId: string) => string): Column<Asset> => ({
  field: 'applications',
  headerName: 'assets.applications',
  width: 152,
  tooltip: 'assets.applications.tip',
  hiddenBelowPx: 1080,
  skeleton: (index) => <Skeleton width={46 + ((index * 2) % 4) * 18} height={22} />,
  text: (links) => links.map(({ applicationId }) => nameOf(applicationId)),
  cell: (links) => <ApplicationTiles names={links.map(({ applicationId }) => nameOf(applicationId))} />,
})

const tagsColumn = (names: AssetLookups): Column<Asset> => ({
  field: 'tags',
  headerName: 'assets.tags',
  width: 136,
  hiddenBelowPx: 1180,
  skeleton: (index) => <Skeleton width={46 + ((index * 5) % 4) * 14} height={14} />,
  text: (_, asset) => tagsOf(names, asset).map(({ name }) => name),
  cell: (_, asset) => <TagChips tags={tagsOf(names, asset)} />,
})
