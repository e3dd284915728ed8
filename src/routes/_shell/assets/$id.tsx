import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { Asset } from '../../../api/contract/assets.ts'
import { abilityOf } from '../../../machines/rules/ability.ts'
import { AssetScreen } from '../../../ui/asset/AssetScreen.tsx'
import { assetCalls } from '../../../ui/asset/asset-calls.ts'
import { assetWork } from '../../../ui/asset/asset-work.ts'
import { useAsset } from '../../../ui/asset/use-asset.ts'
import { type Beside, useNeighbours } from '../../../ui/asset/use-neighbours.ts'
import { assetPages } from '../../../ui/asset-list/asset-pages.ts'
import { ASSETS, DELETE } from '../../../ui/asset-list/asset-shape.ts'
import { keepSeen, seenAsset } from '../../../ui/asset-list/seen-asset.ts'
import { shownPart } from '../../../ui/kit/part.ts'
import { handOver } from '../../../ui/list/hand-over.ts'
import type { AvatarViewerHandle } from '../../../ui/viewer/props.ts'
import { assetWords } from '../../../ui/words/asset.ts'
import { lookWords } from '../../../ui/words/look.ts'

const NewFromTemplate = shownPart(
  async () => (await import('../../../ui/new-asset/NewFromTemplate.tsx')).NewFromTemplate,
)

/** Pixels of an icon's side, as the server draws them. */
const ICON_SIDE = 512

export const Route = createFileRoute('/_shell/assets/$id')({
  loader: ({ context: { learn } }) => learn(assetWords, lookWords),
  staticData: { folds: true },
  component: Page,
})

/** A page for each id: going from one asset to another starts anew. */
function Page() {
  const { id } = Route.useParams()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  // In place of this one: who looks through a list goes back to the list.
  const open = (next: string) => void navigate({ to: '/assets/$id', params: { id: next }, replace: true })
  const [loadPage] = useState(() => assetPages(api))
  const beside = useNeighbours(id, loadPage, open)
  return <AssetOf key={id} id={id} beside={beside} />
}

function AssetOf({ id, beside }: { id: string; beside: Beside | null }) {
  const { api, atelier } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [seen] = useState(() => seenAsset(atelier.kept, id))
  const viewer = useRef<AvatarViewerHandle>(null)
  const [template, setTemplate] = useState<Asset | null>(null)
  const calls = useMemo(
    () =>
      assetCalls(api, {
        ability: () => abilityOf(atelier.session.getSnapshot().context.data?.token),
        sendFile: atelier.sendFile,
        capture: async () => {
          const picture = await viewer.current?.capture({ type: 'image/png', width: ICON_SIDE, height: ICON_SIDE })
          if (!picture) throw new Error('Nothing stands on the stage.')
          return picture
        },
      }),
    [api, atelier],
  )
  const work = useMemo(() => assetWork(api, id), [api, id])
  const actor = useAsset(id, calls, seen)
  const remove = (asset: Asset) => {
    // Nothing typed into what is deleted is worth a question.
    if (handOver(atelier.kept, ASSETS, { action: DELETE, rows: [asset] }))
      navigate({ to: '/assets', ignoreBlocker: true })
  }
  const showMade = (asset: Asset) => {
    keepSeen(atelier.kept, asset)
    navigate({ to: '/assets/$id', params: { id: asset.id } })
  }
  return (
    <>
      <AssetScreen
        actor={actor}
        work={work}
        viewer={viewer}
        onDelete={remove}
        onNewFrom={setTemplate}
        beside={beside}
      />
      {template && <NewFromTemplate {...{ template, api }} onMade={showMade} onClose={() => setTemplate(null)} />}
    </>
  )
}
