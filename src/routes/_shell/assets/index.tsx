import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ASSET_LIST_ID, ASSET_LIST_SHAPE } from '../../../ui/asset-list/asset-list-shape.ts'
import { createAssetPageLoader, withPicturePrefetch } from '../../../ui/asset-list/asset-page-loader.ts'
import { useAssetList } from '../../../ui/asset-list/use-asset-list.tsx'
import { lazyModule, toIdleComponent } from '../../../ui/kit/loading/lazy-module.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { createSearchValidator, searchToQuery } from '../../../ui/list/state/list-search.ts'
import { prefetchRowsForRoute } from '../../../ui/list/state/row-cache.ts'
import { assetsMessages } from '../../../ui/messages/assets.ts'
import { listMessages } from '../../../ui/messages/list.ts'
import { lookMessages } from '../../../ui/messages/look.ts'

/** Prefetched when the page is idle. The page works without this component. */
const RowExtras = toIdleComponent(
  lazyModule(async () => (await import('../../../ui/asset-list/RowExtras.tsx')).RowExtras),
)

export const Route = createFileRoute('/_shell/assets/')({
  validateSearch: createSearchValidator(ASSET_LIST_SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: prefetchRowsForRoute(
      cause,
      atelier.cache,
      ASSET_LIST_ID,
      searchToQuery(search, ASSET_LIST_SHAPE),
      withPicturePrefetch(createAssetPageLoader(api)),
    ),
  }),
  loader: ({ context: { rows, loadMessages } }) => Promise.all([rows, loadMessages(listMessages, assetsMessages)]),
  staticData: { nav: { labelKey: 'nav.assets', icon: 'assets', order: 1, tab: 1, counts: true } },
  component: Assets,
})

function Assets() {
  const { api, loadMessages } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const onOpen = useCallback(
    ({ id }: { id: string }) => void navigate({ to: '/assets/$id', params: { id } }),
    [navigate],
  )
  const loadViewerMessages = useCallback(() => loadMessages(lookMessages), [loadMessages])
  return (
    <>
      <ListRoute list={useAssetList({ api, onOpen, loadViewerMessages })} />
      <RowExtras api={api} />
    </>
  )
}
