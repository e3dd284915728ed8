import { ASSET_SORT_FIELDS, ASSET_TYPES, GENDERS, MANUAL_ORDER_FIELD } from '../../api/contract/assets.ts'
import type { Filter } from '../../api/contract/list.ts'
import { withoutEmptyValues } from '../../machines/filters/filters.ts'
import type { ListShape } from '../list/definition.ts'

/** Ids of the asset list and of its delete action. The page of an asset also uses them. */
export const ASSET_LIST_ID = 'assets'
export const DELETE_ASSET_ACTION = 'delete'
/** Name of the dialog that previews an asset next to the list. */
export const PREVIEW_DIALOG = 'preview'
/** Name of the dialog that creates an asset from another asset. */
export const TEMPLATE_DIALOG = 'template'

/** Filters of the asset list, named as in the API. */
export type AssetFilter = 'search' | 'scope' | 'type' | 'gender' | 'applicationId' | 'tag' | 'locked'

/** Scopes other than "all": assets that the user may use, assets that the user may change, and assets available to every user. */
export const ASSET_SCOPES = ['authorized', 'editable', 'default'] as const

const toOptions = (values: readonly string[]) => values.map((value) => ({ value }))

/**
 * Returns the id of the application, if a single application is the only filter. Manual order is available only with that filter.
 */
export function getOnlyFilteredApplicationId(filter: Filter): string | undefined {
  const { applicationId, ...others } = withoutEmptyValues(filter)
  const isAlone = Object.keys(others).length === 0 && Array.isArray(applicationId) && applicationId.length === 1
  return isAlone ? String(applicationId[0]) : undefined
}

/**
 * Filters and sorting of the asset list. Default order: newest change first, or the manual order of a single application. In a
 * separate module, because the initial code of every page needs it to parse URLs.
 */
export const ASSET_LIST_SHAPE: ListShape<AssetFilter> = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'scope', type: 'single-select', options: toOptions(ASSET_SCOPES) },
    { field: 'type', type: 'multi-select', options: toOptions(ASSET_TYPES) },
    { field: 'gender', type: 'multi-select', options: toOptions(GENDERS) },
    { field: 'applicationId', type: 'autocomplete', multiple: true },
    { field: 'tag', type: 'autocomplete', multiple: true },
    { field: 'locked', type: 'single-select', options: toOptions(['mine', 'true', 'false']) },
  ],
  sortable: (filter) =>
    getOnlyFilteredApplicationId(filter) ? [...ASSET_SORT_FIELDS, MANUAL_ORDER_FIELD] : ASSET_SORT_FIELDS,
  order: (filter) => (getOnlyFilteredApplicationId(filter) ? { [MANUAL_ORDER_FIELD]: 'asc' } : { updatedAt: 'desc' }),
}

/** Sibling pages, for users who are allowed to delete assets. */
export const ASSET_SIBLING_LINKS = [{ to: '/trash', labelKey: 'nav.trash' }] as const
