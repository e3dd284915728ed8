import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Asset } from '../../../api/contract/assets.ts'
import { MAX_LIMIT } from '../../../api/contract/list.ts'
import type { AssetPage } from '../../../machines/asset.machine.ts'
import { abilityOf, may } from '../../../machines/rules/ability.ts'
import { AssetScreen } from '../../../ui/asset/AssetScreen.tsx'
import { type AssetCalls, useAsset } from '../../../ui/asset/use-asset.ts'
import { ASSETS, DELETE } from '../../../ui/asset-list/asset-shape.ts'
import { seenAsset } from '../../../ui/asset-list/seen-asset.ts'
import type { Atelier } from '../../../ui/context.ts'
import { handOver } from '../../../ui/list/hand-over.ts'
import { assetWords } from '../../../ui/words/asset.ts'
import { lookWords } from '../../../ui/words/look.ts'
import type { RouteContext } from '../../__root.tsx'

export const Route = createFileRoute('/_shell/assets/$id')({
  loader: ({ context: { learn } }) => learn(assetWords, lookWords),
  staticData: { folds: true },
  component: Page,
})

/** A page for each id: going from one asset to another starts anew. */
function Page() {
  const { id } = Route.useParams()
  return <AssetOf key={id} id={id} />
}

function AssetOf({ id }: { id: string }) {
  const { api, atelier } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const [seen] = useState(() => seenAsset(atelier.kept, id))
  const calls = useMemo(() => callsOf(api, atelier.session), [api, atelier])
  const actor = useAsset(id, calls, seen)
  const remove = (asset: Asset) => {
    // Nothing typed into what is deleted is worth a question.
    if (handOver(atelier.kept, ASSETS, { action: DELETE, rows: [asset] }))
      navigate({ to: '/assets', ignoreBlocker: true })
  }
  return <AssetScreen actor={actor} onDelete={remove} />
}

/** The page's calls; what names stand for comes with the asset, at most a hundred of each, as far as it may be read. */
function callsOf(api: RouteContext['api'], session: Atelier['session']): AssetCalls {
  const load = async (id: string, signal: AbortSignal): Promise<AssetPage> => {
    const ability = abilityOf(session.getSnapshot().context.data?.token)
    const query = { limit: MAX_LIMIT }
    const [asset, history, applications, tags] = await Promise.all([
      api.assets.get({ id }, { signal }),
      api.assets.changelog({ id, query: { limit: 50 } }, { signal }),
      may(ability, 'read', 'Application') ? api.applications.list({ query }, { signal }) : { data: [] },
      may(ability, 'read', 'Tag') ? api.tags.list({ query }, { signal }) : { data: [] },
    ])
    return { asset, history: history.data, applications: applications.data, tags: tags.data }
  }
  return {
    load,
    setLock: async (id, locked, signal) => {
      await (locked ? api.assets.lock : api.assets.unlock)({ id, body: {} }, { signal })
      return load(id, signal)
    },
    save: async (id, change, updatedAt, signal) => {
      if (Object.keys(change).length > 0) await api.assets.update({ id, body: change }, { signal, ifMatch: updatedAt })
      return load(id, signal)
    },
  }
}
