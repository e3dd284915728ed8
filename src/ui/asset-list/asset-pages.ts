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

/** How pages of the asset list are asked for: apart from the list, whose code no other page's first load needs. */
export const assetPages =
  (api: Client<typeof contract>): ListDefinition<Asset>['loadPage'] =>
  ({ page, limit, order, filter: { scope = 'all', ...filter } }, signal) =>
    api.assets[CALLS[scope as keyof typeof CALLS]](
      { query: { page, limit, order: formatOrder(order), ...filter } as AssetQuery },
      { signal },
    )
