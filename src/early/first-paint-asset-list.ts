import { isInspectorRequested } from '../actor-registry.ts'
import type { Asset } from '../api/contract/assets.ts'
import { type ListPage, type ListQuery, parseOrder } from '../api/contract/list.ts'
import type { PrefetchedCall, PrerenderedPage } from '../api/prefetched-call.ts'
import { SESSION_KEY } from '../machines/session/session-key.ts'
import { DEFAULT_LAYOUT } from '../machines/views/layout.ts'
import { waitForNextPaint } from '../ui/kit/loading/wait-for-next-paint.ts'
import view from '../ui/list/ListView.module.css'
import { PHONE_MEDIA_QUERY } from '../ui/list/use-is-phone.ts'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { FirstPaintAssetList } from './FirstPaintAssetList.tsx'
import type { DeferredViews } from './mini-jsx.ts'
import { loadDeferredStyles, renderPage } from './render-page.ts'
import { replaceWithApp } from './replace-with-app.ts'

/** Performance mark for benchmarks: set when the rows are rendered before the app. */
const FIRST_ROWS_MARK = 'atelier first rows'

/**
 * Renders the asset list while the app's code loads, as soon as the prefetched rows are available. Renders nothing if the app's
 * output cannot be predicted: for an unverified account, a custom layout, a saved view or the grid of pictures. The list stays
 * until the app has rendered the same content.
 */
export async function prerenderPage({
  url,
  token,
  response,
  layout: storedLayout,
}: PrefetchedCall): Promise<PrerenderedPage | undefined> {
  const account = readStoredAccount()
  // The token changed while the request was in flight, so the rows may belong to another user.
  if (account?.token !== token || location.hash || isInspectorRequested()) return undefined
  const [page, layout] = await Promise.all([
    response.then((result) => (result.ok ? (result.clone().json() as Promise<ListPage<Asset>>) : undefined)),
    storedLayout,
    loadDeferredStyles(),
  ])
  const container = document.getElementById('app')
  // The user signed out, or another user signed in, so the rows must not be shown.
  const isSameAccount = readStoredAccount()?.id === account.id
  const isDefaultLayout = JSON.stringify(layout ?? DEFAULT_LAYOUT) === JSON.stringify(DEFAULT_LAYOUT)
  if (!page?.data.length || !isDefaultLayout || !isSameAccount || !container || !globalThis.atelierPrerenderedPage)
    return undefined
  const isNarrow = matchMedia('(max-width: 1099.98px)').matches
  const isPhone = matchMedia(PHONE_MEDIA_QUERY).matches
  performance.mark(FIRST_ROWS_MARK)
  const deferredViews = deferBelowFold(Math.ceil((innerHeight - MIN_HEADER_HEIGHT_PX) / ROW_HEIGHT_PX))
  const props = { query: queryFromUrl(url), page, token: account.token, userId: account.id, isNarrow, isPhone }
  renderPage(container, { token: account.token, _id: account.id }, () => FirstPaintAssetList(props), deferredViews)
  const appElement = replaceWithApp(container, {
    isSameUser: () => readStoredAccount()?.id === account.id,
    isFullyRendered,
  })
  const painted = waitForNextPaint()
  const renderDeferred = () => {
    for (const render of deferredViews.deferred) render()
  }
  // Other tasks that wait for this frame, such as a click, run first. A failure here must not affect the app.
  painted
    .then(nextTask)
    .then(renderDeferred)
    .catch(() => {})
  return { appElement, painted }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Height of a row, and minimum height above the first row, in pixels. */
const ROW_HEIGHT_PX = 80
const MIN_HEADER_HEIGHT_PX = 160

/**
 * Defers rows below the viewport and relative times by a frame. Creating the first `Intl` formatter takes longer than rendering
 * all rows.
 */
const deferBelowFold = (visibleRows: number): DeferredViews => ({
  canDefer: (type, { index }) => type === TimeAgo || Number(index) >= visibleRows,
  deferred: [],
})

const isFullyRendered = (appElement: HTMLElement): boolean =>
  appElement.querySelector('h1') !== null && appElement.querySelector(`[aria-busy="true"], .${view.unknown}`) === null

/**
 * Returns the signed-in account. Returns undefined if no user is signed in or the e-mail is not verified, because the app then
 * shows another page.
 */
function readStoredAccount(): { id: string; token: string } | undefined {
  try {
    const { _id: id, token, email, verifiedAt } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}').data
    return id && token && email && verifiedAt ? { id, token } : undefined
  } catch {
    return undefined
  }
}

function queryFromUrl(url: string): ListQuery {
  const searchParams = new URL(url).searchParams
  return {
    page: Number(searchParams.get('page')),
    limit: Number(searchParams.get('limit')),
    order: parseOrder(searchParams.get('order') ?? ''),
    filter: {},
  }
}
