import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { type Asset, MANUAL_ORDER } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { abilityOf, can } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import type { ListDefinition } from '../list/definition.ts'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { assetActions } from './asset-actions.tsx'
import { assetBulkActions } from './asset-bulk-actions.ts'
import { assetColumns, assetPhoneItem } from './asset-columns.tsx'
import { assetFilters } from './asset-filters.tsx'
import { ASSET_LIST } from './asset-list.ts'
import { createAssetPageLoader } from './asset-pages.ts'
import {
  ASSET_LIST_SHAPE,
  ASSET_SIBLING_LINKS,
  type AssetFilter,
  onlyFilteredApplication,
  PREVIEW_QUESTION,
  TEMPLATE_QUESTION,
} from './asset-shape.ts'
import { createAssetSources } from './asset-sources.ts'
import { cacheAsset } from './cached-asset.ts'
import { useAllPagesOfTwo } from './use-all-pages.ts'

const AssetPreview = lazyComponent(async () => (await import('../asset-preview/AssetPreview.tsx')).AssetPreview)

const NewFromTemplateDialog = lazyComponent(
  async () => (await import('../new-asset/NewFromTemplateDialog.tsx')).NewFromTemplateDialog,
)

type Api = Client<typeof contract>

export interface UseAssetListOptions {
  api: Api
  /** Opens an asset. Must be a stable function, otherwise the list is redefined on each render. */
  onOpen: (asset: Asset) => void
  /** Loads the viewer's messages. */
  loadViewerMessages: () => Promise<unknown>
}

/** Returns the asset list, limited to the user's permissions. */
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
      ...ASSET_LIST,
      ...(can(ability, 'delete', 'Asset') && { siblings: ASSET_SIBLING_LINKS }),
      filters: assetFilters(createAssetSources(api, { applications: readsApplications, tags: readsTags })),
      columns: assetColumns(lookups),
      ...(can(ability, 'update', 'Asset') && {
        manualOrder: MANUAL_ORDER,
        ...(readsApplications && { orderHint: 'assets.orderHint' }),
        saveOrder: ({ id, position, query: { filter } }, signal) =>
          api.assets.updateApplication(
            { id, body: { applicationId: onlyFilteredApplication(filter) ?? '', position } },
            { signal },
          ),
      }),
      phone: (asset) => assetPhoneItem(asset, lookups),
      open,
      actions: assetActions(api.assets, open, applications),
      bulk: assetBulkActions(api),
      preview: PREVIEW_QUESTION,
      questions: {
        [PREVIEW_QUESTION]: ({ row, onClose }) =>
          row && <AssetPreview asset={row} loadViewerMessages={loadViewerMessages} onClose={onClose} />,
        [TEMPLATE_QUESTION]: ({ row, onClose }) => (
          <NewFromTemplateDialog template={row} {...{ api, onClose }} onMade={open} />
        ),
      },
      isLive: true,
      loadPage: createAssetPageLoader(api),
    }
  }, [api, atelier, token, applications, readsApplications, tags, readsTags, currentUserId, onOpen, loadViewerMessages])
}
