import { PRESENT_FOR_MS } from '../../src/api/contract/presence.ts'
import type { Revocations } from '../auth/revocations.ts'
import { Refusal } from '../errors.ts'

/** One person has so many pages at most; of more, the one that has been silent longest is forgotten. */
export const MOST_PAGES = 20

/** So many pages of one asset are remembered; who comes to it later is told of the others, and not counted. */
export const MOST_OF_ASSET = 200

/** A process remembers so many pages (about 5 MB); of more, those that have been silent longest are forgotten. */
const MOST_REMEMBERED = 10_000

/** One person says so much in a minute at most, on all pages: 20 that are open say 80, and the rest is for going on. */
export const MOST_WORDS = 300
const MINUTE_MS = 60_000

/** Those at an asset hear of it at once, and then again after so long, in milliseconds: each time all of them ask. */
const GATHER_MS = 2000

/** A page that somebody has open. */
export interface PageMark {
  accountId: string
  sessionId: string
  tab: string
  assetId: string
  isEditing: boolean
}

/** A page that was left. */
export type PageLeft = Pick<PageMark, 'accountId' | 'tab' | 'assetId'>

/** Somebody at an asset, on whatever number of pages. */
export interface Person {
  accountId: string
  isEditing: boolean
}

/** What other processes are told: a page that is there, or one that was left. */
export type Word = { here: PageMark } | { left: PageLeft }

/**
 * Who is at which asset: in memory alone, and forgotten after {@link PRESENT_FOR_MS} without a word, or with the session.
 * Nobody's rights are asked here: who calls does that.
 */
export interface Presence {
  /** Counts what a person says. Throws `TOO_MANY_REQUESTS`. */
  count(accountId: string): void
  /** A page says that it is there, which is looked into until the answer is called: it tells whether the page was left meanwhile. */
  arrive(page: PageLeft): () => boolean
  /** A page is there, or still there; it leaves the asset that it was at before. */
  announce(mark: PageMark): void
  /** A page was left; one that is elsewhere by now stays there. */
  leave(left: PageLeft): void
  /** Who is at an asset, but for one person; who came first is first. */
  others(assetId: string, butFor: string): Person[]
  /** Calls `tell` when others come to or leave an asset that the account is at; answers how not to be called any more. */
  listen(accountId: string, tell: (assetId: string) => void): () => void
  /** Takes what another process was told. */
  hear(word: Word): void
}

interface Needs {
  now: () => Date
  revocations: Pick<Revocations, 'onRevoked'>
  /** Tells the other processes. Without it there are none. */
  spread?: (word: Word) => void
}

interface Kept extends PageMark {
  until: number
  since: number
  forget: () => void
}

/** An empty memory of who is where. */
export function createPresence({ now, revocations, spread = () => {} }: Needs, most = MOST_REMEMBERED): Presence {
  /** By person and page; who has been silent longest is first. */
  const pages = new Map<string, Kept>()
  const ofAsset = new Map<string, Set<Kept>>()
  const ofAccount = new Map<string, Set<Kept>>()
  const listeners = new Map<string, Set<(assetId: string) => void>>()
  const gathering = new Map<string, boolean>()
  /** What each has said in their minute; whose minute began first is first. */
  const words = new Map<string, { until: number; said: number }>()
  /** What is said to be there and still looked into. */
  const arriving = new Set<{ page: PageLeft; isLeft: boolean }>()
  let arrivals = 0

  const drop = (page: Kept) => {
    page.forget()
    pages.delete(keyOf(page))
    take(ofAsset, page.assetId, page)
    take(ofAccount, page.accountId, page)
  }
  const dropOld = () => {
    const at = now().getTime()
    for (const [accountId, { until }] of words) {
      if (until > at) break
      words.delete(accountId)
    }
    for (const page of pages.values()) {
      if (page.until > at && pages.size <= most) return
      const former = summaryOf(page.assetId)
      drop(page)
      tellOf(page.assetId, former)
    }
  }
  const people = (assetId: string): Person[] => {
    const at = now().getTime()
    const found = new Map<string, Person>()
    const there = [...(ofAsset.get(assetId) ?? [])].filter(({ until }) => until > at)
    for (const { accountId, isEditing } of there.sort((a, b) => a.since - b.since))
      found.set(accountId, { accountId, isEditing: isEditing || (found.get(accountId)?.isEditing ?? false) })
    return [...found.values()]
  }
  const summaryOf = (assetId: string) => JSON.stringify(people(assetId))

  const tellAll = (assetId: string) => {
    for (const { accountId } of people(assetId)) for (const tell of listeners.get(accountId) ?? []) tell(assetId)
  }
  /** Tells those who are there, where who they are or what they do is not what it was. */
  const tellOf = (assetId: string, former: string) => {
    if (summaryOf(assetId) === former) return
    if (gathering.has(assetId)) return void gathering.set(assetId, true)
    tellAll(assetId)
    gather(assetId)
  }
  const gather = (assetId: string) => {
    gathering.set(assetId, false)
    setTimeout(() => {
      const isNew = gathering.get(assetId)
      gathering.delete(assetId)
      if (!isNew) return
      tellAll(assetId)
      gather(assetId)
    }, GATHER_MS).unref()
  }

  const put = (mark: PageMark) => {
    dropOld()
    const known = pages.get(keyOf(mark))
    const isSame = known?.assetId === mark.assetId
    const former = summaryOf(mark.assetId)
    if (known) remove(known, isSame)
    if ((ofAsset.get(mark.assetId)?.size ?? 0) >= MOST_OF_ASSET) return
    const page: Kept = {
      ...mark,
      until: now().getTime() + PRESENT_FOR_MS,
      since: isSame ? known.since : arrivals++,
      forget: () => {},
    }
    pages.set(keyOf(page), page)
    add(ofAsset, page.assetId, page)
    add(ofAccount, page.accountId, page)
    page.forget = revocations.onRevoked(page.sessionId, () => remove(page))
    const silent = [...ofAccount.get(page.accountId)!][0]!
    if (ofAccount.get(page.accountId)!.size > MOST_PAGES) remove(silent)
    tellOf(page.assetId, former)
    dropOld()
  }
  const remove = (page: Kept, isQuiet = false) => {
    const former = summaryOf(page.assetId)
    drop(page)
    if (!isQuiet) tellOf(page.assetId, former)
  }
  const left = (page: PageLeft) => {
    // A word that was on its way when the page was left must not bring it back.
    for (const it of arriving) if (keyOf(it.page) === keyOf(page) && it.page.assetId === page.assetId) it.isLeft = true
    const known = pages.get(keyOf(page))
    if (known?.assetId === page.assetId) remove(known)
  }
  return {
    count(accountId) {
      const at = now().getTime()
      const known = words.get(accountId)
      if (known && known.until <= at) words.delete(accountId)
      const counted = words.get(accountId) ?? { until: at + MINUTE_MS, said: 0 }
      counted.said += 1
      words.set(accountId, counted)
      if (counted.said > MOST_WORDS)
        throw new Refusal('TOO_MANY_REQUESTS', 'Too much at once. Please wait a minute.', undefined, MINUTE_MS / 1000)
    },
    arrive(page) {
      const arrival = { page, isLeft: false }
      arriving.add(arrival)
      return () => {
        arriving.delete(arrival)
        return arrival.isLeft
      }
    },
    announce(mark) {
      put(mark)
      spread({ here: mark })
    },
    leave(page) {
      left(page)
      spread({ left: page })
    },
    others: (assetId, butFor) => people(assetId).filter(({ accountId }) => accountId !== butFor),
    listen(accountId, tell) {
      add(listeners, accountId, tell)
      return () => take(listeners, accountId, tell)
    },
    hear(word) {
      if ('here' in word) put(word.here)
      else left(word.left)
    },
  }
}

const keyOf = ({ accountId, tab }: Pick<PageMark, 'accountId' | 'tab'>) => `${accountId} ${tab}`

function add<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}

function take<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}
