import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Application } from '../../api/contract/applications.ts'
import { type Asset, MANUAL_ORDER } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { shownPart } from '../kit/part.ts'
import type { ListDefinition } from '../list/definition.ts'
import { useMe } from '../use-me.ts'
import { assetActions } from './asset-actions.tsx'
import { assetBulk } from './asset-bulk.ts'
import { assetColumns, assetOnPhone } from './asset-columns.tsx'
import { assetFilters } from './asset-filters.tsx'
import { ASSET_LIST } from './asset-list.ts'
import { assetPages } from './asset-pages.ts'
import { ASSET_SHAPE, type AssetFilter, BESIDE_ASSETS, PREVIEW, TEMPLATE, wholeApplication } from './asset-shape.ts'
import { assetSources } from './asset-sources.ts'
import { keepSeen } from './seen-asset.ts'
import { useBoth } from './use-all.ts'

const AssetPreview = shownPart(async () => (await import('../asset-preview/AssetPreview.tsx')).AssetPreview)

const NewFromTemplate = shownPart(async () => (await import('../new-asset/NewFromTemplate.tsx')).NewFromTemplate)

type Api = Client<typeof contract>

/** What {@link useAssetList} is made from. */
export interface UseAssetListOptions {
  api: Api
  /** Shows an asset; always the same function, or the list is defined anew. */
  onOpen: (asset: Asset) => void
  /** Fetches the words of the viewer. */
  learn: () => Promise<unknown>
}

/** The list of assets, with what this person may do. */
export function useAssetList({ api, onOpen, learn }: UseAssetListOptions): ListDefinition<Asset, AssetFilter> {
  const atelier = useAtelier()
  const token = useSelector(atelier.session, ({ context }) => context.data?.token)
  const readsApplications = may(abilityOf(token), 'read', 'Application')
  const readsTags = may(abilityOf(token), 'read', 'Tag')
  const [applications, tags] = useBoth<Application, Tag>(
    ['applications', readsApplications ? api.applications.list : null],
    ['tags', readsTags ? api.tags.list : null],
  )
  const me = useMe()
  return useMemo(() => {
    const ability = abilityOf(token)
    const names = new Map(applications?.map(({ id, name }) => [id, name]))
    const known = {
      nameOf: readsApplications ? (id: string) => names.get(id) ?? '…' : null,
      tags: readsTags ? new Map(tags?.map((tag) => [tag.tagId, tag])) : null,
      me,
    }
    const open = (asset: Asset) => {
      keepSeen(atelier.kept, asset)
      onOpen(asset)
    }
    return {
      ...ASSET_SHAPE,
      ...ASSET_LIST,
      ...(may(ability, 'delete', 'Asset') && { siblings: BESIDE_ASSETS }),
      filters: assetFilters(assetSources(api, { applications: readsApplications, tags: readsTags })),
      columns: assetColumns(known),
      ...(may(ability, 'update', 'Asset') && {
        manualOrder: MANUAL_ORDER,
        ...(readsApplications && { orderHint: 'assets.orderHint' }),
        saveOrder: ({ id, position, query: { filter } }, signal) =>
          api.assets.updateApplication(
            { id, body: { applicationId: wholeApplication(filter) ?? '', position } },
            { signal },
          ),
      }),
      phone: (asset) => assetOnPhone(asset, known),
      open,
      actions: assetActions(api.assets, open, applications),
      bulk: assetBulk(api),
      preview: PREVIEW,
      questions: {
        [PREVIEW]: ({ row, onClose }) => row && <AssetPreview asset={row} learn={learn} onClose={onClose} />,
        [TEMPLATE]: ({ row, onClose }) => <NewFromTemplate template={row} {...{ api, onClose }} onMade={open} />,
      },
      isLive: true,
      loadPage: assetPages(api),
    }
  }, [api, atelier, token, applications, readsApplications, tags, readsTags, me, onOpen, learn])
}
