import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { type Asset, MANUAL_ORDER_FIELD } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { abilityOf, can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import type { ListDefinition } from '../list/definition.ts'
import { useAllPagesOfTwo } from '../use-all-pages.ts'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { createAssetActions } from './asset-actions.tsx'
import { createAssetBulkActions } from './asset-bulk-actions.ts'
import { createAssetColumns, toAssetPhoneItem } from './asset-columns.tsx'
import { createAssetFilterSources } from './asset-filter-sources.ts'
import { createAssetFilters } from './asset-filters.tsx'
import { ASSET_LIST_BASE } from './asset-list.ts'
import {
  ASSET_LIST_SHAPE,
  ASSET_SIBLING_LINKS,
  type AssetFilter,
  getOnlyFilteredApplicationId,
  PREVIEW_DIALOG,
  TEMPLATE_DIALOG,
} from './asset-list-shape.ts'
import { createAssetPageLoader } from './asset-page-loader.ts'
import { cacheAsset } from './cached-asset.ts'

const AssetPreview = lazyComponent(async () => (await import('./preview/AssetPreview.tsx')).AssetPreview)

const NewFromTemplateDialog = lazyComponent(
  async () => (await import('../new-asset/NewFromTemplateDialog.tsx')).NewFromTemplateDialog,
)

type Api = Client<typeof contract>

export interface UseAssetListOptions {
  api: Api
  /** Opens an asset. Must be stable, because a new function creates a new list definition. */
  onOpen: (asset: Asset) => void
  loadViewerMessages: () => Promise<unknown>
}

/** Returns the definition of the asset list, limited to the user's permissions. */
export function useAssetList({
  api,
  onOpen,
  loadViewerMessages,
}: UseAssetListOptions): ListDefinition<Asset, AssetFilter> {
  const atelier = useAtelier()
  const token = useSelector(atelier.session, ({ context }) => context.data?.token)
  const readsApplications = can(abilityOf(token), 'read', 'Application')
  const readsTags = can(abilityOf(token), 'read', 'Tag')
  const [applications, tags] = useAllPagesOfTwo<Application, Tag>(
    ['applications', readsApplications ? api.applications.list : null],
    ['tags', readsTags ? api.tags.list : null],
  )
  const currentUserId = useCurrentUserId()
  return useMemo(() => {
    const ability = abilityOf(token)
    const names = new Map(applications?.map(({ id, name }) => [id, name]))
    const lookups = {
      nameOf: readsApplications ? (id: string) => names.get(id) ?? '…' : null,
      tags: readsTags ? new Map(tags?.map((tag) => [tag.tagId, tag])) : null,
      me: currentUserId,
    }
    const open = (asset: Asset) => {
      cacheAsset(atelier.cache, asset)
      onOpen(asset)
    }
    return {
      ...ASSET_LIST_SHAPE,
      ...ASSET_LIST_BASE,
      ...(can(ability, 'delete', 'Asset') && { siblings: ASSET_SIBLING_LINKS }),
      filters: createAssetFilters(createAssetFilterSources(api, { applications: readsApplications, tags: readsTags })),
      columns: createAssetColumns(lookups),
      ...(can(ability, 'update', 'Asset') && {
        manualOrder: MANUAL_ORDER_FIELD,
        ...(readsApplications && { orderHint: 'assets.orderHint' }),
        saveOrder: ({ id, position, query: { filter } }, signal) =>
          api.assets.updateApplication(
            { id, body: { applicationId: getOnlyFilteredApplicationId(filter) ?? '', position } },
            { signal },
          ),
      }),
      phone: (asset) => toAssetPhoneItem(asset, lookups),
      open,
      actions: createAssetActions(api.assets, open, applications),
      bulk: createAssetBulkActions(api),
      preview: PREVIEW_DIALOG,
      dialogs: {
        [PREVIEW_DIALOG]: ({ row, onClose }) =>
          row && <AssetPreview asset={row} loadViewerMessages={loadViewerMessages} onClose={onClose} />,
        [TEMPLATE_DIALOG]: ({ row, onClose }) => (
          <NewFromTemplateDialog template={row} {...{ api, onClose }} onMade={open} />
        ),
      },
      isLive: true,
      loadPage: createAssetPageLoader(api),
    }
  }, [api, atelier, token, applications, readsApplications, tags, readsTags, currentUserId, onOpen, loadViewerMessages])
}
