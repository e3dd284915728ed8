import { ASSET_ORDERS, ASSET_TYPES, GENDERS, MANUAL_ORDER } from '../../api/contract/assets.ts'
import type { Filter } from '../../api/contract/list.ts'
import { withoutEmpties } from '../../machines/rules/filters.ts'
import type { ListShape } from '../list/definition.ts'

/** The asset list, and its action that deletes: from a row's menu and from an asset's own page too. */
export const ASSETS = 'assets'
export const DELETE = 'delete'
/** The question that shows an asset beside the list. */
export const PREVIEW = 'preview'
/** The question that makes an asset from another. */
export const TEMPLATE = 'template'

/** The filters of the asset list, named as the call takes them. */
export type AssetFilter = 'search' | 'scope' | 'type' | 'gender' | 'applicationId' | 'tag' | 'locked'

/** Which assets there can be at all, beside all of them: those one may use, those one may change, those everyone may use. */
export const SCOPES = ['authorized', 'editable', 'default'] as const

const options = (values: readonly string[]) => values.map((value) => ({ value }))

/** The application whose assets are shown whole, and so in the order people give them; `undefined` where it is no such list. */
export function wholeApplication(filter: Filter): string | undefined {
  const { applicationId, ...others } = withoutEmpties(filter)
  const isAlone = Object.keys(others).length === 0 && Array.isArray(applicationId) && applicationId.length === 1
  return isAlone ? String(applicationId[0]) : undefined
}

/**
 * What the asset list's address is read by; newest change first, an application's own order
 * where one is shown whole. It stands apart from the list because every page's
 * first load reads addresses, and only this page needs the rest.
 */
export const ASSET_SHAPE: ListShape<AssetFilter> = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'scope', type: 'single-select', options: options(SCOPES) },
    { field: 'type', type: 'multi-select', options: options(ASSET_TYPES) },
    { field: 'gender', type: 'multi-select', options: options(GENDERS) },
    { field: 'applicationId', type: 'autocomplete', multiple: true },
    { field: 'tag', type: 'autocomplete', multiple: true },
    { field: 'locked', type: 'single-select', options: options(['mine', 'true', 'false']) },
  ],
  sortable: (filter) => (wholeApplication(filter) ? [...ASSET_ORDERS, MANUAL_ORDER] : ASSET_ORDERS),
  order: (filter) => (wholeApplication(filter) ? { [MANUAL_ORDER]: 'asc' } : { updatedAt: 'desc' }),
}

/** What stands beside the scopes of the assets for those who may delete some. */
export const BESIDE_ASSETS = [{ to: '/trash', word: 'nav.trash' }] as const
