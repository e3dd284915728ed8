import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { ShapesIcon } from '@phosphor-icons/react/Shapes'
import { TagIcon } from '@phosphor-icons/react/Tag'
import type { ReactNode } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { ASSET_TYPES, type Asset, GENDERS } from '../../api/contract/assets.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { autocompleteFilter, type Column, type FilterDefinition, type PhoneItem } from '../list/definition.ts'
import { AssetCell, AssetCellSkeleton, AssetName, AssetPlinth } from './AssetCell.tsx'
import { ApplicationMarks, GENDER_GLYPHS, GenderChip, LockChip, PhoneFacts, TimeAgo, TypeChip } from './AssetMarks.tsx'
import type { AssetFilter } from './asset-shape.ts'

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

/** The asset list's columns; `nameOf` gives an application's name by its id, `null` where they may not be read. */
export const assetColumns = (nameOf: ((applicationId: string) => string) | null): readonly Column<Asset>[] => [
  {
    field: 'name',
    headerName: 'assets.asset',
    sortable: true,
    cell: (_, asset) => <AssetCell asset={asset} />,
    skeleton: (index) => <AssetCellSkeleton index={index} />,
  },
  {
    field: 'type',
    headerName: 'assets.type',
    width: 160,
    sortable: true,
    cell: (type) => <TypeChip type={type} />,
    skeleton: (index) => <Skeleton width={52 + ((index * 3) % 5) * 8} height={22} />,
  },
  {
    field: 'gender',
    headerName: 'assets.gender',
    width: 112,
    sortable: true,
    leavesUnder: 920,
    cell: (gender) => <GenderChip gender={gender} />,
  },
  ...(nameOf ? [applicationsColumn(nameOf)] : []),
  {
    field: 'locked',
    headerName: 'assets.lock',
    width: 120,
    leavesUnder: 820,
    cell: (isLocked) => <LockChip isLocked={isLocked} />,
  },
  {
    field: 'updatedAt',
    headerName: 'assets.updated',
    width: 148,
    sortable: true,
    cell: (at) => <TimeAgo at={at} />,
  },
]

/** An asset on a phone. */
export const assetOnPhone = (asset: Asset): PhoneItem => ({
  picture: <AssetPlinth asset={asset} />,
  name: <AssetName asset={asset} />,
  aside: <TimeAgo at={asset.updatedAt} style="narrow" />,
  line: (
    <>
      <TypeChip type={asset.type} isBare />
      <PhoneFacts asset={asset} />
    </>
  ),
})

const applicationsColumn = (nameOf: (applicationId: string) => string): Column<Asset> => ({
  field: 'applications',
  headerName: 'assets.applications',
  width: 168,
  leavesUnder: 1080,
  skeleton: (index) => <Skeleton width={46 + ((index * 2) % 4) * 18} height={22} />,
  text: (links) => links.map(({ applicationId }) => nameOf(applicationId)),
  cell: (links) => <ApplicationMarks names={links.map(({ applicationId }) => nameOf(applicationId))} />,
})
