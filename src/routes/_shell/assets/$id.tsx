import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { Asset } from '../../../api/contract/assets.ts'
import { abilityOf } from '../../../machines/session/ability.ts'
import { AssetScreen } from '../../../ui/asset/AssetScreen.tsx'
import { createAssetCalls } from '../../../ui/asset/asset-calls.ts'
import { createAssetPanelCalls } from '../../../ui/asset/asset-panel-calls.ts'
import { downloadFromUrl } from '../../../ui/asset/download-from-url.ts'
import { useAsset } from '../../../ui/asset/use-asset.ts'
import { type NeighbourNavigation, useNeighbours } from '../../../ui/asset/use-neighbours.ts'
import { ASSET_LIST_ID, DELETE_ASSET_ACTION } from '../../../ui/asset-list/asset-list-shape.ts'
import { createAssetPageLoader } from '../../../ui/asset-list/asset-page-loader.ts'
import { cacheAsset, getCachedAsset } from '../../../ui/asset-list/cached-asset.ts'
import { lazyComponent } from '../../../ui/kit/loading/lazy-module.ts'
import { queueListAction } from '../../../ui/list/state/queued-action.ts'
import { assetMessages } from '../../../ui/messages/asset.ts'
import { lookMessages } from '../../../ui/messages/look.ts'
import type { AvatarViewerHandle } from '../../../ui/viewer/props.ts'

const NewFromTemplate = lazyComponent(
  async () => (await import('../../../ui/new-asset/NewFromTemplateDialog.tsx')).NewFromTemplateDialog,
)

/** Width and height of an icon that the server renders, in pixels. */
const ICON_SIDE_PX = 512

export const Route = createFileRoute('/_shell/assets/$id')({
  loader: ({ context: { loadMessages } }) => loadMessages(assetMessages, lookMessages),
  staticData: { folds: true },
  component: Page,
})

/** Page of one asset. Keyed by id, so that the page remounts for another asset. */
function Page() {
  const { id } = Route.useParams()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  // Replaces the history entry, so that "back" leads to the list after stepping through assets.
  const open = (next: string) => void navigate({ to: '/assets/$id', params: { id: next }, replace: true })
  const [loadPage] = useState(() => createAssetPageLoader(api))
  const neighbours = useNeighbours(id, loadPage, open)
  return <AssetPage key={id} id={id} neighbours={neighbours} />
}

function AssetPage({ id, neighbours }: { id: string; neighbours: NeighbourNavigation | null }) {
  const { api, atelier } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [cachedAsset] = useState(() => getCachedAsset(atelier.cache, id))
  const viewer = useRef<AvatarViewerHandle>(null)
  const [template, setTemplate] = useState<Asset | null>(null)
  const calls = useMemo(
    () =>
      createAssetCalls(api, {
        ability: () => abilityOf(atelier.session.getSnapshot().context.data?.token),
        sendFile: atelier.sendFile,
        capture: async () => {
          const picture = await viewer.current?.capture({
            type: 'image/png',
            width: ICON_SIDE_PX,
            height: ICON_SIDE_PX,
          })
          if (!picture) throw new Error('The stage has no model.')
          return picture
        },
        download: downloadFromUrl,
        addressOf: atelier.addressOf ?? ((path) => path),
      }),
    [api, atelier],
  )
  const panelCalls = useMemo(() => createAssetPanelCalls(api, id), [api, id])
  const actor = useAsset(id, calls, cachedAsset)
  const remove = (asset: Asset) => {
    // Skips the confirmation for unsaved input, because the asset is being deleted.
    if (queueListAction(atelier.cache, ASSET_LIST_ID, { action: DELETE_ASSET_ACTION, rows: [asset] }))
      navigate({ to: '/assets', ignoreBlocker: true })
  }
  const openCreated = (asset: Asset) => {
    cacheAsset(atelier.cache, asset)
    navigate({ to: '/assets/$id', params: { id: asset.id } })
  }
  return (
    <>
      <AssetScreen
        actor={actor}
        panelCalls={panelCalls}
        viewer={viewer}
        onDelete={remove}
        onNewFrom={setTemplate}
        neighbours={neighbours}
      />
      {template && <NewFromTemplate {...{ template, api }} onMade={openCreated} onClose={() => setTemplate(null)} />}
    </>
  )
}
