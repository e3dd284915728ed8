import { createFileRoute } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { NewAsset as NewAssetBody } from '../../../api/contract/assets.ts'
import { MAX_LIMIT } from '../../../api/contract/list.ts'
import { abilityOf, may } from '../../../machines/rules/ability.ts'
import { useAtelier } from '../../../ui/context.ts'
import type { AssetChoices } from '../../../ui/form/AssetPlaces.tsx'
import { draftKeeper } from '../../../ui/form/draft.ts'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { NewAsset } from '../../../ui/form/NewAsset.tsx'
import { PIGMENTS } from '../../../ui/kit/pigment.ts'
import { Forbidden } from '../../../ui/shell/Forbidden.tsx'
import { LazyAvatarViewer } from '../../../ui/viewer/lazy.tsx'
import type { RouteContext } from '../../__root.tsx'

export const Route = createFileRoute('/_shell/assets/new')({
  staticData: { nav: { word: 'nav.upload', icon: 'upload', order: 2, needs: ['create', 'Asset'] } },
  component: NewAssetPage,
})

/** Makes an asset from a model; who may not is told so. */
function NewAssetPage() {
  const { session } = useAtelier()
  const token = useSelector(session, ({ context }) => context.data?.token)
  return may(abilityOf(token), 'create', 'Asset') ? <Page /> : <Forbidden />
}

function Page() {
  const { api, atelier } = Route.useRouteContext()
  const choices = useMemo(() => choicesOf({ api }), [api])
  const navigate = Route.useNavigate()
  const owner = atelier.session.getSnapshot().context.data?._id ?? ''
  const [draft] = useState(() => draftKeeper(`draft:new-asset:${owner}`))
  return (
    <NewAsset
      // The form has checked the body by the contract's own schema before it hands it over.
      create={(body, options) => api.assets.create({ body: body as NewAssetBody }, options)}
      onCreated={({ id }) => navigate({ to: '/assets/$id', params: { id }, replace: true })}
      onDiscarded={() => navigate({ to: '/assets' })}
      onMany={() => {}}
      draft={draft}
      choices={choices}
      drawModel={(source, told) => <LazyAvatarViewer source={source} fit {...told} />}
      guard={(form) => <LeaveGuard form={form} />}
    />
  )
}

/** Tags and applications as a form offers them. */
function choicesOf({ api }: Pick<RouteContext, 'api'>): AssetChoices {
  return {
    tags: async (search, signal) => {
      const { data, pagination } = await api.tags.list({ query: queryOf(search) }, { signal })
      const items = data.map(({ tagId, name, color }) => ({
        id: tagId,
        label: name,
        pigment: PIGMENTS.find((hue) => hue === color),
      }))
      return { items, hasMore: pagination.hasNextPage }
    },
    applications: async (search, signal) => {
      const { data, pagination } = await api.applications.list({ query: queryOf(search) }, { signal })
      return { items: data.map(({ id, name }) => ({ id, label: name })), hasMore: pagination.hasNextPage }
    },
  }
}

const queryOf = (search: string) => ({ limit: MAX_LIMIT, order: 'name' as const, ...(search && { search }) })
