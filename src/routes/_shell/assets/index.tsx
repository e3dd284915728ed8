import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ASSET_SHAPE, ASSETS } from '../../../ui/asset-list/asset-shape.ts'
import { assetPages, useAssetList } from '../../../ui/asset-list/use-asset-list.ts'
import { askAhead } from '../../../ui/list/held-rows.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../../ui/list/search.ts'
import { assetsWords } from '../../../ui/words/assets.ts'
import { listWords } from '../../../ui/words/list.ts'

export const Route = createFileRoute('/_shell/assets/')({
  validateSearch: listSearch(ASSET_SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: askAhead(cause, atelier.kept, ASSETS, toQuery(search, ASSET_SHAPE), assetPages(api)),
  }),
  loader: ({ context: { rows, learn } }) => Promise.all([rows, learn(listWords, assetsWords)]),
  staticData: { nav: { word: 'nav.assets', icon: 'assets', order: 1, exact: true } },
  component: Assets,
})

function Assets() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const onOpen = useCallback(
    ({ id }: { id: string }) => void navigate({ to: '/assets/$id', params: { id } }),
    [navigate],
  )
  return <ListPage list={useAssetList({ api, onOpen })} />
}
