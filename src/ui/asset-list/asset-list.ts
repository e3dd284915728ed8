import type { Asset } from '../../api/contract/assets.ts'
import type { RequiredRight } from '../../machines/session/ability.ts'
import type { ListDefinition } from '../list/definition.ts'
import { ASSET_LIST_ID, TEMPLATE_DIALOG } from './asset-list-shape.ts'

/** Properties of the asset list that are the same for all users. */
export const ASSET_LIST_BASE: Pick<
  ListDefinition<Asset>,
  'id' | 'title' | 'failed' | 'empty' | 'create' | 'secondaryCreateActions' | 'nameOf' | 'hasGrid'
> = {
  id: ASSET_LIST_ID,
  title: 'assets.title',
  failed: 'assets.failed',
  empty: { text: 'assets.empty', toMakers: true },
  create: { title: 'assets.new', needs: ['create', 'Asset'], to: '/assets/new' },
  secondaryCreateActions: [
    { title: 'assets.fromTemplate', needs: ['manage', 'all'], dialog: TEMPLATE_DIALOG },
    { title: 'assets.import', needs: ['update', 'Asset'], to: '/assets/import' },
  ],
  nameOf: ({ name }) => name,
  hasGrid: true,
}

export const BULK_PERMISSIONS: Readonly<Record<'lock' | 'change' | 'remove', RequiredRight>> = {
  lock: ['lock', 'Asset'],
  change: ['update', 'Asset'],
  remove: ['delete', 'Asset'],
}
