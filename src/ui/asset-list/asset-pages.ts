import type { Asset, assets } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { Input } from '../../api/contract/endpoint.ts'
import type { contract } from '../../api/contract/index.ts'
import { formatOrder } from '../../api/contract/list.ts'
import type { ListDefinition } from '../list/definition.ts'
import type { SCOPES } from './asset-shape.ts'

/** Filter and order were read by the list's own schema, which allows no more than the call's. */
type AssetQuery = NonNullable<Input<typeof assets.list>['query']>

/** The call that lists each scope. */
const CALLS = {
  all: 'list',
  authorized: 'authorized',
  editable: 'editable',
  default: 'authorizeDefault',
} as const satisfies Record<'all' | (typeof SCOPES)[number], keyof typeof assets>

/** So many rows stand in sight at first; the pictures of those below come as they are scrolled to. */
const IN_SIGHT = 9

/**
 * Pages whose first pictures are on their way as soon as their rows are known: before the code that shows them is there.
 */
export const withPictures =
  (loadPage: ListDefinition<Asset>['loadPage']): ListDefinition<Asset>['loadPage'] =>
  async (query, signal) => {
    const page = await loadPage(query, signal)
    for (const { iconUrl } of page.data.slice(0, IN_SIGHT)) {
      if (iconUrl) Object.assign(new Image(), { fetchPriority: 'high', src: iconUrl })
    }
    return page
  }

/** How pages of the asset list are asked for: apart from the list, whose code no other page's first load needs. */
export const assetPages =
  (api: Client<typeof contract>): ListDefinition<Asset>['loadPage'] =>
  ({ page, limit, order, filter: { scope = 'all', ...filter } }, signal) =>
    api.assets[CALLS[scope as keyof typeof CALLS]](
      { query: { page, limit, order: formatOrder(order), ...filter } as AssetQuery },
      { signal },
    )
