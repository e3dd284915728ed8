import { ASSET_ORDERS, ASSET_TYPES, GENDERS } from '../../api/contract/assets.ts'
import type { ListShape } from '../list/definition.ts'

/** The filters of the asset list, named as the call takes them. */
export type AssetFilter = 'search' | 'type' | 'gender' | 'applicationId' | 'locked'

const options = (values: readonly string[]) => values.map((value) => ({ value }))

/**
 * What the asset list's address is read by; newest change first. It stands apart from the list because every page's
 * first load reads addresses, and only this page needs the rest.
 */
export const ASSET_SHAPE: ListShape<AssetFilter> = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'type', type: 'multi-select', options: options(ASSET_TYPES) },
    { field: 'gender', type: 'multi-select', options: options(GENDERS) },
    { field: 'applicationId', type: 'multi-select' },
    { field: 'locked', type: 'single-select', options: options(['true', 'false']) },
  ],
  sortable: ASSET_ORDERS,
  order: { updatedAt: 'desc' },
}
