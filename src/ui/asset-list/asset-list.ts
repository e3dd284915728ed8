import type { Asset } from '../../api/contract/assets.ts'
import type { Need } from '../../machines/rules/ability.ts'
import type { ListDefinition } from '../list/definition.ts'
import { ASSETS, TEMPLATE } from './asset-shape.ts'

/** What the asset list says of itself, whoever looks at it. */
export const ASSET_LIST: Pick<
  ListDefinition<Asset>,
  'id' | 'title' | 'failed' | 'empty' | 'create' | 'otherWays' | 'nameOf' | 'hasGrid'
> = {
  id: ASSETS,
  title: 'assets.title',
  failed: 'assets.failed',
  empty: { text: 'assets.empty', toMakers: true },
  create: { title: 'assets.new', needs: ['create', 'Asset'], to: '/assets/new' },
  otherWays: [
    { title: 'assets.fromTemplate', needs: ['manage', 'all'], question: TEMPLATE },
    { title: 'assets.import', needs: ['update', 'Asset'], to: '/assets/import' },
  ],
  nameOf: ({ name }) => name,
  hasGrid: true,
}

/** What whoever does something to several assets must be allowed. */
export const BULK_NEEDS: Readonly<Record<'lock' | 'change' | 'remove', Need>> = {
  lock: ['lock', 'Asset'],
  change: ['update', 'Asset'],
  remove: ['delete', 'Asset'],
}
