import type { Asset, assets } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { Input } from '../../api/contract/endpoint.ts'
import type { contract } from '../../api/contract/index.ts'
import { formatOrder } from '../../api/contract/list.ts'
import type { ListDefinition } from '../list/definition.ts'
import type { ASSET_SCOPES } from './asset-list-shape.ts'

/** Query of the API. The list's schema has validated filter and order. */
type AssetQuery = NonNullable<Input<typeof assets.list>['query']>

const CALL_BY_SCOPE = {
  all: 'list',
  authorized: 'authorized',
  editable: 'editable',
  default: 'authorizeDefault',
} as const satisfies Record<'all' | (typeof ASSET_SCOPES)[number], keyof typeof assets>

/** Number of rows that are visible initially. Later pictures load on scrolling. */
const FIRST_VISIBLE_ROWS = 9

/** Wraps `loadPage` to fetch the first pictures as soon as the rows are known, while the rendering code loads. */
export const withPicturePrefetch =
  (loadPage: ListDefinition<Asset>['loadPage']): ListDefinition<Asset>['loadPage'] =>
  async (query, signal) => {
    const page = await loadPage(query, signal)
    for (const { iconUrl } of page.data.slice(0, FIRST_VISIBLE_ROWS)) {
      if (iconUrl) Object.assign(new Image(), { fetchPriority: 'high', src: iconUrl })
    }
    return page
  }

/**
 * Creates the function that loads pages of the asset list. In a separate module, so that other pages can call this function
 * without loading the list's code.
 */
export const createAssetPageLoader =
  (api: Client<typeof contract>): ListDefinition<Asset>['loadPage'] =>
  ({ page, limit, order, filter: { scope = 'all', ...filter } }, signal) =>
    api.assets[CALL_BY_SCOPE[scope as keyof typeof CALL_BY_SCOPE]](
      { query: { page, limit, order: formatOrder(order), ...filter } as AssetQuery },
      { signal },
    )
