import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { assetPages, withPictures } from '../../../ui/asset-list/asset-pages.ts'
import { ASSET_SHAPE, ASSETS } from '../../../ui/asset-list/asset-shape.ts'
import { useAssetList } from '../../../ui/asset-list/use-asset-list.tsx'
import { onceHeld, part } from '../../../ui/kit/part.ts'
import { askAhead } from '../../../ui/list/held-rows.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../../ui/list/search.ts'
import { assetsWords } from '../../../ui/words/assets.ts'
import { listWords } from '../../../ui/words/list.ts'
import { lookWords } from '../../../ui/words/look.ts'

/** Comes ahead of being wanted, when all else is there: without it nobody misses anything. */
const RowExtras = onceHeld(part(async () => (await import('../../../ui/asset-list/RowExtras.tsx')).RowExtras))

export const Route = createFileRoute('/_shell/assets/')({
  validateSearch: listSearch(ASSET_SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: askAhead(cause, atelier.kept, ASSETS, toQuery(search, ASSET_SHAPE), withPictures(assetPages(api))),
  }),
  loader: ({ context: { rows, learn } }) => Promise.all([rows, learn(listWords, assetsWords)]),
  staticData: { nav: { word: 'nav.assets', icon: 'assets', order: 1, tab: 1, counts: true } },
  component: Assets,
})

function Assets() {
  const { api, learn } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const onOpen = useCallback(
    ({ id }: { id: string }) => void navigate({ to: '/assets/$id', params: { id } }),
    [navigate],
  )
  const learnLook = useCallback(() => learn(lookWords), [learn])
  return (
    <>
      <ListPage list={useAssetList({ api, onOpen, learn: learnLook })} />
      <RowExtras api={api} />
    </>
  )
}
