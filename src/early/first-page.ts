import type { Begun, FirstPage as Shown } from '../api/begun.ts'
import type { Asset } from '../api/contract/assets.ts'
import { type ListPage, type ListQuery, parseOrder } from '../api/contract/list.ts'
import { isAsked } from '../inspect-seam.ts'
import { PLAIN_LAYOUT } from '../machines/rules/layout.ts'
import { SESSION_KEY } from '../machines/rules/session-key.ts'
import { painted } from '../ui/kit/painted.ts'
import view from '../ui/list/ListView.module.css'
import { PHONE } from '../ui/list/use-phone.ts'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import type { Later } from './elements.ts'
import { FirstPage } from './FirstPage.tsx'
import { handOver } from './hand-over.ts'
import { draw, styled } from './page.ts'

/** What tells whoever measures the page when its rows were drawn before the app. */
const FIRST_ROWS = 'atelier first rows'

/**
 * Draws the list of assets while the app's code is on its way, as soon as the rows that were begun are there: true rows, in
 * the language, the light and the columns that this person has. Where it cannot tell how the app will show them nothing is
 * drawn: an account that is asked to verify, a layout or a view of one's own, pictures. What was drawn stands until
 * the app has drawn the same.
 */
export async function drawPage({ url, token, answer, layout: kept }: Begun): Promise<Shown | undefined> {
  const who = accountOf()
  // Whoever signed in while this was on its way did not ask for these rows.
  if (who?.token !== token || location.hash || isAsked()) return undefined
  const [page, layout] = await Promise.all([
    answer.then((it) => (it.ok ? (it.clone().json() as Promise<ListPage<Asset>>) : undefined)),
    kept,
    styled(),
  ])
  const place = document.getElementById('app')
  // Whoever signed out, or in as somebody else, meanwhile: these rows are no longer theirs.
  const isTheirs = accountOf()?.id === who.id
  const isPlain = JSON.stringify(layout ?? PLAIN_LAYOUT) === JSON.stringify(PLAIN_LAYOUT)
  if (!page?.data.length || !isPlain || !isTheirs || !place || !globalThis.atelierFirst) return undefined
  const isNarrow = matchMedia('(max-width: 1099.98px)').matches
  const isPhone = matchMedia(PHONE).matches
  performance.mark(FIRST_ROWS)
  const later = laterThan(Math.ceil((innerHeight - HEAD) / ROW))
  const props = { query: queryOf(url), page, token: who.token, me: who.id, isNarrow, isPhone }
  draw(place, { token: who.token, _id: who.id }, () => FirstPage(props), later)
  const next = handOver(place, { isTheirs: () => accountOf()?.id === who.id, isWhole })
  const seen = painted()
  const drawRest = () => {
    for (const draw of later.waiting) draw()
  }
  // What waits for that frame too, a press among it, comes first; and the app, whatever becomes of the rest.
  seen
    .then(nextTask)
    .then(drawRest)
    .catch(() => {})
  return { next, painted: seen }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** How high a row is, and what stands above the first at least, in pixels. */
const ROW = 80
const HEAD = 160

/** Drawn a frame later: rows that nobody sees yet, and times, since the first formatter of a page takes longer than its rows. */
const laterThan = (inSight: number): Later => ({
  canWait: (type, { index }) => type === TimeAgo || Number(index) >= inSight,
  waiting: [],
})

/** Whether the app shows a page, and in it nothing that is on its way. */
const isWhole = (next: HTMLElement): boolean =>
  next.querySelector('h1') !== null && next.querySelector(`[aria-busy="true"], .${view.unknown}`) === null

/** Who is signed in here; nobody where the page first asks them to verify their address. */
function accountOf(): { id: string; token: string } | undefined {
  try {
    const { _id: id, token, email, verifiedAt } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}').data
    return id && token && email && verifiedAt ? { id, token } : undefined
  } catch {
    return undefined
  }
}

function queryOf(url: string): ListQuery {
  const asked = new URL(url).searchParams
  return {
    page: Number(asked.get('page')),
    limit: Number(asked.get('limit')),
    order: parseOrder(asked.get('order') ?? ''),
    filter: {},
  }
}
