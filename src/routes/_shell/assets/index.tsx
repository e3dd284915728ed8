import { createFileRoute } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Application } from '../../../api/contract/applications.ts'
import { type Asset, type assets, MANUAL_ORDER } from '../../../api/contract/assets.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import type { Tag } from '../../../api/contract/tags.ts'
import { abilityOf, may } from '../../../machines/rules/ability.ts'
import { assetActions } from '../../../ui/asset-list/asset-actions.tsx'
import { assetBulk } from '../../../ui/asset-list/asset-bulk.ts'
import { assetColumns, assetFilters, assetOnPhone } from '../../../ui/asset-list/asset-list.tsx'
import { ASSET_SHAPE, ASSETS, type AssetFilter, wholeApplication } from '../../../ui/asset-list/asset-shape.ts'
import { keepSeen } from '../../../ui/asset-list/seen-asset.ts'
import { useAll } from '../../../ui/asset-list/use-all.ts'
import { useAtelier } from '../../../ui/context.ts'
import type { ListDefinition } from '../../../ui/list/definition.ts'
import { askAhead } from '../../../ui/list/held-rows.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../../ui/list/search.ts'
import { findTag, tagRow } from '../../../ui/tags/find-tag.ts'
import { assetsWords } from '../../../ui/words/assets.ts'
import { listWords } from '../../../ui/words/list.ts'
import type { RouteContext } from '../../__root.tsx'

/** Filter and order were read by the list's own schema, which allows no more than the call's. */
type AssetQuery = NonNullable<Input<typeof assets.list>['query']>

const pageOf =
  (api: RouteContext['api']): ListDefinition<Asset>['loadPage'] =>
  ({ page, limit, order, filter }, signal) =>
    api.assets.list({ query: { page, limit, order: formatOrder(order), ...filter } as AssetQuery }, { signal })

export const Route = createFileRoute('/_shell/assets/')({
  validateSearch: listSearch(ASSET_SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: askAhead(cause, atelier.kept, ASSETS, toQuery(search, ASSET_SHAPE), pageOf(api)),
  }),
  loader: ({ context: { rows, learn } }) => Promise.all([rows, learn(listWords, assetsWords)]),
  staticData: { nav: { word: 'nav.assets', icon: 'assets', order: 1, exact: true } },
  component: Assets,
})

function Assets() {
  return <ListPage list={useAssets()} />
}

/** The list of assets, with what this person may do. */
function useAssets(): ListDefinition<Asset, AssetFilter> {
  const { api } = Route.useRouteContext()
  const atelier = useAtelier()
  const navigate = Route.useNavigate()
  const token = useSelector(atelier.session, ({ context }) => context.data?.token)
  const readsApplications = may(abilityOf(token), 'read', 'Application')
  const applications = useAll<Application>('applications', readsApplications ? api.applications.list : null)
  const readsTags = may(abilityOf(token), 'read', 'Tag')
  const tags = useAll<Tag>('tags', readsTags ? api.tags.list : null)
  const me = useSelector(atelier.session, ({ context }) => context.data?._id)
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
      return navigate({ to: '/assets/$id', params: { id: asset.id } })
    }
    const commands = {
      open,
      lock: ({ id }: Asset) => api.assets.lock({ id, body: {} }),
      unlock: ({ id }: Asset) => api.assets.unlock({ id, body: {} }),
      addTo: ({ id }: Asset, applicationId: string) => api.assets.addToApplication({ id, body: { applicationId } }),
      takeFrom: ({ id }: Asset, applicationId: string) =>
        api.assets.removeFromApplication({ id, body: { applicationId } }),
    }
    return {
      ...ASSET_SHAPE,
      id: ASSETS,
      title: 'assets.title',
      failed: 'assets.failed',
      empty: { text: 'assets.empty', toMakers: true },
      create: { title: 'assets.new', needs: ['create', 'Asset'], to: '/assets/new' },
      filters: assetFilters({
        applications: readsApplications
          ? {
              list: (query, signal) => api.applications.list({ query }, { signal }),
              get: ({ id }, signal) => api.applications.get({ id }, { signal }),
            }
          : null,
        tags: readsTags
          ? {
              list: async (query, signal) => ({ data: (await api.tags.list({ query }, { signal })).data.map(tagRow) }),
              get: ({ id }, signal) => findTag(api.tags.list, id, signal),
            }
          : null,
      }),
      columns: assetColumns(known),
      ...(may(ability, 'update', 'Asset') && {
        manualOrder: MANUAL_ORDER,
        saveOrder: ({ id, position, query: { filter } }, signal) =>
          api.assets.updateApplication(
            { id, body: { applicationId: wholeApplication(filter) ?? '', position } },
            { signal },
          ),
      }),
      nameOf: ({ name }) => name,
      phone: (asset) => assetOnPhone(asset, known),
      open,
      actions: assetActions(commands, applications),
      bulk: assetBulk({
        lock: (id, body) => api.assets.lock({ id, body }),
        unlock: (id, body) => api.assets.unlock({ id, body }),
        remove: (id, options) => api.assets.remove({ id }, options),
        tags: (query, signal) => api.tags.list({ query }, { signal }),
        setTag: (body) => api.tags.setTag({ body }),
        removeTag: (body) => api.tags.removeTag({ body }),
      }),
      isLive: true,
      loadPage: pageOf(api),
    }
  }, [api, atelier, token, applications, readsApplications, tags, readsTags, me, navigate])
}
