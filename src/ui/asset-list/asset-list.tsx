import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { ShapesIcon } from '@phosphor-icons/react/Shapes'
import { TagIcon } from '@phosphor-icons/react/Tag'
import type { ReactNode } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { ASSET_TYPES, type Asset, GENDERS } from '../../api/contract/assets.ts'
import type { Tag } from '../../api/contract/tags.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { autocompleteFilter, type Column, type FilterDefinition, type PhoneItem } from '../list/definition.ts'
import { AssetCell, AssetCellSkeleton, AssetName, AssetPlinth } from './AssetCell.tsx'
import {
  ApplicationMarks,
  GENDER_GLYPHS,
  GenderChip,
  LockChip,
  PhoneFacts,
  TimeAgo,
  TypeChip,
  Updated,
} from './AssetMarks.tsx'
import type { AssetFilter } from './asset-shape.ts'
import { TagChips, TagDots } from './TagMarks.tsx'

/** How something a filter names is found; both reject with `ApiError`. */
export interface Source<T> {
  list: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly T[] }>
  get: (payload: { id: string }, signal: AbortSignal) => Promise<T>
}

/** What the asset list's filters search in; `null` where the person may not read it. */
export interface AssetSources {
  applications: Source<Application> | null
  tags: Source<Named> | null
}

type Named = Row & { name: string }

/** The asset list's filters. */
export const assetFilters = ({ applications, tags }: AssetSources): FilterDefinition<AssetFilter>[] => [
  { field: 'search', type: 'text', placeholder: 'assets.search', visibleOnMobile: true },
  {
    field: 'type',
    type: 'multi-select',
    placeholder: 'assets.type',
    icon: <ShapesIcon />,
    options: ASSET_TYPES.map((type) => ({ value: type, label: `asset.type.${type}`, pigment: pigmentOf(type) })),
  },
  {
    field: 'gender',
    type: 'multi-select',
    placeholder: 'assets.gender',
    icon: <GenderIntersexIcon />,
    options: GENDERS.map((gender) => ({ value: gender, label: `asset.gender.${gender}`, icon: GENDER_GLYPHS[gender] })),
  },
  ...(applications ? [searched('applicationId', 'assets.application', <AppWindowIcon />, applications)] : []),
  ...(tags ? [searched('tag', 'assets.tag', <TagIcon />, tags)] : []),
  {
    field: 'locked',
    type: 'single-select',
    placeholder: 'assets.lockState',
    icon: <LockSimpleIcon />,
    position: 'right',
    options: [
      { value: 'true', label: 'assets.locked', icon: <LockSimpleIcon /> },
      { value: 'false', label: 'assets.unlocked' },
    ],
  },
]

const searched = <T extends Named>(
  field: AssetFilter,
  placeholder: string,
  icon: ReactNode,
  { list, get }: Source<T>,
): FilterDefinition<AssetFilter> =>
  autocompleteFilter<Named, AssetFilter>({
    field,
    placeholder,
    icon,
    position: 'right',
    multiple: true,
    limitTags: 1,
    extraQueryParams: { order: 'name' },
    endpoint: list,
    findByIdEndpoint: get,
  })

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
