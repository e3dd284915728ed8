import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { ShapesIcon } from '@phosphor-icons/react/Shapes'
import { TagIcon } from '@phosphor-icons/react/Tag'
import type { ReactNode } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { ASSET_TYPES, GENDERS } from '../../api/contract/assets.ts'
import type { Row } from '../../machines/list/paging.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { createAutocompleteFilter, type FilterDefinition } from '../list/definition.ts'
import type { MessageKey } from '../message-key.ts'
import { GENDER_ICONS } from './AssetChips.tsx'
import { ASSET_SCOPES, type AssetFilter } from './asset-list-shape.ts'

/** API calls of an autocomplete filter. Both reject with `ApiError`. */
export interface AutocompleteSource<T> {
  list: (query: Record<string, unknown>, signal: AbortSignal) => Promise<{ data: readonly T[] }>
  get: (payload: { id: string }, signal: AbortSignal) => Promise<T>
}

/** Sources of the asset list's autocomplete filters; `null` for a source that the user is not allowed to read. */
export interface AssetFilterSources {
  applications: AutocompleteSource<Application> | null
  tags: AutocompleteSource<NamedRow> | null
}

type NamedRow = Row & { name: string }

export const createAssetFilters = ({ applications, tags }: AssetFilterSources): FilterDefinition<AssetFilter>[] => [
  { field: 'search', type: 'text', placeholder: 'assets.search', visibleOnMobile: true },
  {
    field: 'scope',
    type: 'single-select',
    placeholder: 'assets.scope',
    position: 'head',
    options: ASSET_SCOPES.map((scope) => ({ value: scope, label: `assets.scope.${scope}` })),
  },
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
    options: GENDERS.map((gender) => ({ value: gender, label: `asset.gender.${gender}`, icon: GENDER_ICONS[gender] })),
  },
  ...(applications ? [searchFilter('applicationId', 'assets.application', <AppWindowIcon />, applications)] : []),
  ...(tags ? [searchFilter('tag', 'assets.tag', <TagIcon />, tags)] : []),
  {
    field: 'locked',
    type: 'single-select',
    placeholder: 'assets.lockState',
    icon: <LockSimpleIcon />,
    position: 'right',
    options: [
      { value: 'mine', label: 'assets.lockedByMe', icon: <LockSimpleIcon /> },
      { value: 'true', label: 'assets.locked', icon: <LockSimpleIcon /> },
      { value: 'false', label: 'assets.unlocked' },
    ],
  },
]

const searchFilter = <T extends NamedRow>(
  field: AssetFilter,
  placeholder: MessageKey<'assets'>,
  icon: ReactNode,
  { list, get }: AutocompleteSource<T>,
): FilterDefinition<AssetFilter> =>
  createAutocompleteFilter<NamedRow, AssetFilter>({
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
