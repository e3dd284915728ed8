import { createFileRoute, Link, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { MAX_LIST_LIMIT } from '../../../api/contract/list.ts'
import type { Tag } from '../../../api/contract/tags.ts'
import { BODY_TYPE } from '../../../machines/asset/outfit.ts'
import { toNewAsset } from '../../../machines/new-asset/new-asset.ts'
import { can } from '../../../machines/session/ability.ts'
import { cacheAsset } from '../../../ui/asset-list/cached-asset.ts'
import { ASSETS_BREADCRUMBS, Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { createDraftStore, createIdListStore } from '../../../ui/form/draft.ts'
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx'
import { draftKeysOf } from '../../../ui/form/stored-drafts.ts'
import { getButtonClass } from '../../../ui/kit/button-class.ts'
import { PIGMENTS, pigmentOf } from '../../../ui/kit/feedback/pigment.ts'
import { linkClass } from '../../../ui/kit/link-class.ts'
import { useAbility } from '../../../ui/list/actions/use-ability.ts'
import { LazyAvatarViewer } from '../../../ui/look/LazyAvatarViewer.tsx'
import { assetMessages } from '../../../ui/messages/asset.ts'
import { formMessages } from '../../../ui/messages/form.ts'
import { lookMessages } from '../../../ui/messages/look.ts'
import { NewAssetScreen } from '../../../ui/new-asset/NewAssetScreen.tsx'
import { takeStashedFiles } from '../../../ui/new-asset/stashed-files.ts'
import type { ChoiceLoaders } from '../../../ui/new-asset/TagAndApplicationFields.tsx'
import { useTranslate } from '../../../ui/use-translate.ts'
import type { RouteContext } from '../../__root.tsx'

export const Route = createFileRoute('/_shell/assets/new')({
  loader: ({ context: { loadMessages } }) => loadMessages(formMessages, assetMessages, lookMessages),
  staticData: {
    takesFiles: true,
    nav: {
      labelKey: 'nav.upload',
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

function NewAssetPage() {
  const { api, atelier } = Route.useRouteContext()
  const canCreateTags = can(useAbility(), 'create', 'Tag')
  const choices = useMemo(() => createChoiceLoaders({ api }, canCreateTags), [api, canCreateTags])
  const translate = useTranslate(formMessages)
  const navigate = Route.useNavigate()
  const owner = atelier.session.getSnapshot().context.data?._id ?? ''
  const filesKey = useRouterState({ select: ({ location }) => location.state.files })
  const [drafts] = useState(() => {
    const { newAsset, newAssets, newAssetOf } = draftKeysOf(owner)
    return {
      draft: createDraftStore(newAsset),
      queued: createIdListStore(newAssets),
      draftOf: (id: string) => createDraftStore(newAssetOf(id)),
    }
  })
  return (
    <NewAssetScreen
      create={(body, options) => api.assets.create({ body: toNewAsset(body) }, options)}
      onCreated={(asset) => {
        cacheAsset(atelier.cache, asset)
        navigate({ to: '/assets/$id', params: { id: asset.id }, replace: true })
      }}
      onDiscarded={() => navigate({ to: '/assets' })}
      {...drafts}
      takeInitialFiles={() => takeStashedFiles(atelier.cache, filesKey)}
      choices={choices}
      predict={(textureUrl, signal) => api.assets.predictTexture({ body: { textureUrl } }, { signal })}
      crumb={<Breadcrumbs trail={ASSETS_BREADCRUMBS} />}
      renderModel={(source, viewerProps) => (
        <LazyAvatarViewer source={source} fit lighting="three-point" {...viewerProps} />
      )}
      guard={(forms) => <LeaveGuard forms={forms} />}
      linkTo={({ id, name }) => (
        <Link to="/assets/$id" params={{ id }} className={linkClass} aria-label={`${translate('new.open')}: ${name}`}>
          {translate('new.open')}
        </Link>
      )}
      done={
        <Link to="/assets" className={getButtonClass({ variant: 'ink' })}>
          {translate('queue.done')}
        </Link>
      }
    />
  )
}

function createChoiceLoaders({ api }: Pick<RouteContext, 'api'>, canCreateTags: boolean): ChoiceLoaders {
  return {
    bodies: async (search, signal) => {
      const { data, pagination } = await api.assets.list(
        { query: { ...toSearchQuery(search), type: [BODY_TYPE] } },
        { signal },
      )
      return { items: data.map(({ id, name }) => ({ id, label: name })), hasMore: pagination.hasNextPage }
    },
    tags: async (search, signal) => {
      const { data, pagination } = await api.tags.list({ query: toSearchQuery(search) }, { signal })
      return { items: data.map(toTagChoice), hasMore: pagination.hasNextPage }
    },
    makeTag: canCreateTags
      ? async (name, signal) =>
          toTagChoice(await api.tags.create({ body: { name, color: pigmentOf(name) } }, { signal }))
      : undefined,
    applications: async (search, signal) => {
      const { data, pagination } = await api.applications.list({ query: toSearchQuery(search) }, { signal })
      return { items: data.map(({ id, name }) => ({ id, label: name })), hasMore: pagination.hasNextPage }
    },
  }
}

const toTagChoice = ({ tagId, name, color }: Tag) => ({
  id: tagId,
  label: name,
  pigment: PIGMENTS.find((pigment) => pigment === color),
})

const toSearchQuery = (search: string) => ({ limit: MAX_LIST_LIMIT, order: 'name' as const, ...(search && { search }) })
