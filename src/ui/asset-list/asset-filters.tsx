import { AppWindowIcon } from '@phosphor-icons/react/AppWindow'
import { GenderIntersexIcon } from '@phosphor-icons/react/GenderIntersex'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { ShapesIcon } from '@phosphor-icons/react/Shapes'
import { TagIcon } from '@phosphor-icons/react/Tag'
import type { ReactNode } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { ASSET_TYPES, GENDERS } from '../../api/contract/assets.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { autocompleteFilter, type FilterDefinition } from '../list/definition.ts'
import { GENDER_GLYPHS } from './AssetMarks.tsx'
import { type AssetFilter, SCOPES } from './asset-shape.ts'

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
    field: 'scope',
    type: 'single-select',
    placeholder: 'assets.scope',
    position: 'head',
    options: SCOPES.map((scope) => ({ value: scope, label: `assets.scope.${scope}` })),
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
      { value: 'mine', label: 'assets.lockedByMe', icon: <LockSimpleIcon /> },
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
