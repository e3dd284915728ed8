import { createFileRoute, Link, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { MAX_LIMIT } from '../../../api/contract/list.ts'
import type { Tag } from '../../../api/contract/tags.ts'
import { may } from '../../../machines/rules/ability.ts'
import { newAssetOf } from '../../../machines/rules/new-asset.ts'
import { BODY } from '../../../machines/rules/outfit.ts'
import { keepSeen } from '../../../ui/asset-list/seen-asset.ts'
import { useAtelier } from '../../../ui/context.ts'
import { draftKeeper, idsKeeper } from '../../../ui/form/draft.ts'
import { draftKeys } from '../../../ui/form/kept-drafts.ts'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { buttonClass } from '../../../ui/kit/button-class.ts'
import { linkClass } from '../../../ui/kit/link-class.ts'
import { PIGMENTS, pigmentOf } from '../../../ui/kit/pigment.ts'
import { useAbility } from '../../../ui/list/use-ability.ts'
import { LazyAvatarViewer } from '../../../ui/look/LazyAvatarViewer.tsx'
import type { AssetChoices } from '../../../ui/new-asset/AssetPlaces.tsx'
import { takeFiles } from '../../../ui/new-asset/held-files.ts'
import { NewAssets } from '../../../ui/new-asset/NewAssets.tsx'
import { BELOW_ASSETS, Crumbs } from '../../../ui/shell/Crumbs.tsx'
import { assetWords } from '../../../ui/words/asset.ts'
import { formWords } from '../../../ui/words/form.ts'
import { lookWords } from '../../../ui/words/look.ts'
import type { RouteContext } from '../../__root.tsx'

export const Route = createFileRoute('/_shell/assets/new')({
  loader: ({ context: { learn } }) => learn(formWords, assetWords, lookWords),
  staticData: {
    takesFiles: true,
    nav: {
      word: 'nav.upload',
      icon: 'upload',
      order: 2,
      needs: ['create', 'Asset'],
      isWorkspace: true,
      tab: 2,
      makes: true,
    },
  },
  component: NewAssetPage,
})

/** Makes an asset from a model. */
function NewAssetPage() {
  const { api, atelier } = Route.useRouteContext()
  const mayMakeTags = may(useAbility(), 'create', 'Tag')
  const choices = useMemo(() => choicesOf({ api }, mayMakeTags), [api, mayMakeTags])
  const { translate } = useAtelier()
  const navigate = Route.useNavigate()
  const owner = atelier.session.getSnapshot().context.data?._id ?? ''
  const held = useRouterState({ select: ({ location }) => location.state.files })
  const [drafts] = useState(() => {
    const { newAsset, newAssets, newAssetOf } = draftKeys(owner)
    return {
      draft: draftKeeper(newAsset),
      queued: idsKeeper(newAssets),
      draftOf: (id: string) => draftKeeper(newAssetOf(id)),
    }
  })
  return (
    <NewAssets
      create={(body, options) => api.assets.create({ body: newAssetOf(body) }, options)}
      onCreated={(asset) => {
        keepSeen(atelier.kept, asset)
        navigate({ to: '/assets/$id', params: { id: asset.id }, replace: true })
      }}
      onDiscarded={() => navigate({ to: '/assets' })}
      {...drafts}
      brought={() => takeFiles(atelier.kept, held)}
      choices={choices}
      predict={(textureUrl, signal) => api.assets.predictTexture({ body: { textureUrl } }, { signal })}
      crumb={<Crumbs trail={BELOW_ASSETS} />}
      drawModel={(source, told) => <LazyAvatarViewer source={source} fit lighting="three-point" {...told} />}
      guard={(forms) => <LeaveGuard forms={forms} />}
      linkTo={({ id, name }) => (
        <Link to="/assets/$id" params={{ id }} className={linkClass} aria-label={`${translate('new.open')}: ${name}`}>
          {translate('new.open')}
        </Link>
      )}
      done={
        <Link to="/assets" className={buttonClass({ variant: 'ink' })}>
          {translate('queue.done')}
        </Link>
      }
    />
  )
}

/** Bodies, tags and applications as a form offers them. */
function choicesOf({ api }: Pick<RouteContext, 'api'>, mayMakeTags: boolean): AssetChoices {
  return {
    bodies: async (search, signal) => {
      const { data, pagination } = await api.assets.list({ query: { ...queryOf(search), type: [BODY] } }, { signal })
      return { items: data.map(({ id, name }) => ({ id, label: name })), hasMore: pagination.hasNextPage }
    },
    tags: async (search, signal) => {
      const { data, pagination } = await api.tags.list({ query: queryOf(search) }, { signal })
      return { items: data.map(choiceOf), hasMore: pagination.hasNextPage }
    },
    makeTag: mayMakeTags
      ? async (name, signal) => choiceOf(await api.tags.create({ body: { name, color: pigmentOf(name) } }, { signal }))
      : undefined,
    applications: async (search, signal) => {
      const { data, pagination } = await api.applications.list({ query: queryOf(search) }, { signal })
      return { items: data.map(({ id, name }) => ({ id, label: name })), hasMore: pagination.hasNextPage }
    },
  }
}

const choiceOf = ({ tagId, name, color }: Tag) => ({
  id: tagId,
  label: name,
  pigment: PIGMENTS.find((hue) => hue === color),
})

const queryOf = (search: string) => ({ limit: MAX_LIMIT, order: 'name' as const, ...(search && { search }) })
