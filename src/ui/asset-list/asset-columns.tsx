import type { Asset } from '../../api/contract/assets.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { AssetCell, AssetCellSkeleton, AssetName, AssetPlinth } from './AssetCell.tsx'
import { ApplicationMarks, GenderChip, LockChip, PhoneFacts, TypeChip, Updated } from './AssetMarks.tsx'
import { TagChips, TagDots } from './TagMarks.tsx'

/** What the asset list knows beside its rows. */
export interface AssetNames {
  /** An application's name by its id; `null` where they may not be read. */
  nameOf: ((applicationId: string) => string) | null
  /** The tags by their ids; `null` where they may not be read. */
  tags: ReadonlyMap<string, Tag> | null
  /** This person's id. */
  me: string | undefined
}

/** An asset's tags, as far as they are known; by name. */
const tagsOf = ({ tags: known }: Pick<AssetNames, 'tags'>, { tags }: Asset): Tag[] =>
  tags.flatMap((id) => known?.get(id) ?? []).sort((one, other) => one.name.localeCompare(other.name))

/** The asset list's columns. */
export const assetColumns = (names: AssetNames): readonly Column<Asset>[] => [
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
    leavesUnder: 920,
    cell: (gender) => <GenderChip gender={gender} />,
  },
  ...(names.nameOf ? [applicationsColumn(names.nameOf)] : []),
  ...(names.tags ? [tagsColumn(names)] : []),
  {
    field: 'locked',
    headerName: 'assets.lock',
    width: 116,
    tooltip: 'assets.lock.tip',
    leavesUnder: 820,
    cell: (isLocked) => <LockChip isLocked={isLocked} />,
  },
  {
    field: 'updatedAt',
    headerName: 'assets.updated',
    width: 148,
    sortable: true,
    kind: 'time',
    tooltip: 'assets.updated.tip',
    cell: (_, asset) => <Updated asset={asset} me={names.me} />,
  },
]

/** An asset on a phone. */
export const assetOnPhone = (asset: Asset, names: Pick<AssetNames, 'tags'>): PhoneItem => ({
  picture: <AssetPlinth asset={asset} />,
  name: <AssetName asset={asset} />,
  aside: <TimeAgo at={asset.updatedAt} style="narrow" />,
  line: (
    <>
      <TypeChip type={asset.type} isBare />
      <PhoneFacts asset={asset} />
      <TagDots tags={tagsOf(names, asset)} />
    </>
  ),
})

const applicationsColumn = (nameOf: (applicationId: string) => string): Column<Asset> => ({
  field: 'applications',
  headerName: 'assets.applications',
  width: 152,
  tooltip: 'assets.applications.tip',
  leavesUnder: 1080,
  skeleton: (index) => <Skeleton width={46 + ((index * 2) % 4) * 18} height={22} />,
  text: (links) => links.map(({ applicationId }) => nameOf(applicationId)),
  cell: (links) => <ApplicationMarks names={links.map(({ applicationId }) => nameOf(applicationId))} />,
})

const tagsColumn = (names: AssetNames): Column<Asset> => ({
  field: 'tags',
  headerName: 'assets.tags',
  width: 136,
  leavesUnder: 1180,
  skeleton: (index) => <Skeleton width={46 + ((index * 5) % 4) * 14} height={14} />,
  text: (_, asset) => tagsOf(names, asset).map(({ name }) => name),
  cell: (_, asset) => <TagChips tags={tagsOf(names, asset)} />,
})
