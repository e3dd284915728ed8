import { PRESENCE_TTL_MS } from '../../src/api/contract/presence.ts'
import type { Revocations } from '../auth/revocations.ts'
import { HttpError } from '../errors/http-error.ts'

/** Maximum number of open asset pages per user. Above this number, the page whose last message is oldest is removed. */
export const MAX_PAGES_PER_ACCOUNT = 20

/** Maximum number of open pages stored per asset. Users of further pages see the other users, but are not listed. */
export const MAX_PAGES_PER_ASSET = 200

/**
 * Maximum number of open pages per process (about 5 MB). Above this number, the pages whose last messages are oldest are removed.
 */
const MAX_TRACKED_PAGES = 10_000

/** Maximum number of messages per user and minute. 20 open pages send 80; navigation needs the rest. */
export const MAX_MESSAGES_PER_MINUTE = 300
const MINUTE_MS = 60_000

/** Minimum interval between notifications per asset. Each notification makes all viewers send a request. */
const NOTIFY_INTERVAL_MS = 2000

/** Asset's page, open in a browser tab of a user. */
export interface OpenPage {
  accountId: string
  sessionId: string
  tab: string
  assetId: string
  isEditing: boolean
}

export type ClosedPage = Pick<OpenPage, 'accountId' | 'tab' | 'assetId'>

/** User present at an asset, in one or more browser tabs. */
export interface PresentAccount {
  accountId: string
  isEditing: boolean
}

/** Message to other processes: a page was opened (or is still open), or a page was left. */
export type PresenceMessage = { here: OpenPage } | { left: ClosedPage }

/**
 * Users present at each asset. Open pages are stored in memory only. A page is removed after {@link PRESENCE_TTL_MS} without a
 * message, and when its session ends. The caller checks permissions.
 */
export interface Presence {
  /** Counts a message of a user. Throws `TOO_MANY_REQUESTS`. */
  countMessage(accountId: string): void
  /**
   * Registers a page while its permissions are being checked. The returned function ends the registration, and returns whether
   * the user left the page during the check.
   */
  arrive(page: ClosedPage): () => boolean
  /** Records that a tab shows an asset's page. The tab leaves its previous asset. */
  announce(page: OpenPage): void
  /** Records that a tab has left an asset's page. Does nothing if the tab already shows another asset. */
  leave(closedPage: ClosedPage): void
  /** Returns the users at an asset except `exceptAccountId`, in order of arrival. */
  others(assetId: string, exceptAccountId: string): PresentAccount[]
  /**
   * Calls `notify` when other users join or leave an asset at which the account is present. Returns a function that unsubscribes.
   */
  listen(accountId: string, notify: (assetId: string) => void): () => void
  receive(message: PresenceMessage): void
}

interface PresenceDeps {
  now: () => Date
  revocations: Pick<Revocations, 'onRevoked'>
  broadcast?: (message: PresenceMessage) => void
}

interface TrackedPage extends OpenPage {
  until: number
  since: number
  forget: () => void
}

export function createPresence(
  { now, revocations, broadcast = () => {} }: PresenceDeps,
  maxPages = MAX_TRACKED_PAGES,
): Presence {
  /** Pages by user and tab, oldest last message first. */
  const pages = new Map<string, TrackedPage>()
  const pagesByAsset = new Map<string, Set<TrackedPage>>()
  const pagesByAccount = new Map<string, Set<TrackedPage>>()
  const listeners = new Map<string, Set<(assetId: string) => void>>()
  const throttled = new Map<string, boolean>()
  /** Messages of each user in the current minute, in order of expiry. */
  const messageCounts = new Map<string, { until: number; count: number }>()
  const pendingArrivals = new Set<{ page: ClosedPage; isLeft: boolean }>()
  let arrivals = 0

  const drop = (page: TrackedPage) => {
    page.forget()
    pages.delete(pageKey(page))
    removeFromSet(pagesByAsset, page.assetId, page)
    removeFromSet(pagesByAccount, page.accountId, page)
  }
  const dropExpired = () => {
    const at = now().getTime()
    for (const [accountId, { until }] of messageCounts) {
      if (until > at) break
      messageCounts.delete(accountId)
    }
    for (const page of pages.values()) {
      if (page.until > at && pages.size <= maxPages) return
      const formerSummary = summarize(page.assetId)
      drop(page)
      notifyIfChanged(page.assetId, formerSummary)
    }
  }
  const listAccounts = (assetId: string): PresentAccount[] => {
    const at = now().getTime()
    const found = new Map<string, PresentAccount>()
    const activePages = [...(pagesByAsset.get(assetId) ?? [])].filter(({ until }) => until > at)
    for (const { accountId, isEditing } of activePages.sort((a, b) => a.since - b.since))
      found.set(accountId, { accountId, isEditing: isEditing || (found.get(accountId)?.isEditing ?? false) })
    return [...found.values()]
  }
  const summarize = (assetId: string) => JSON.stringify(listAccounts(assetId))

  const notifyAll = (assetId: string) => {
    for (const { accountId } of listAccounts(assetId))
      for (const notify of listeners.get(accountId) ?? []) notify(assetId)
  }
  const notifyIfChanged = (assetId: string, formerSummary: string) => {
    if (summarize(assetId) === formerSummary) return
    if (throttled.has(assetId)) return void throttled.set(assetId, true)
    notifyAll(assetId)
    throttleNotifications(assetId)
  }
  const throttleNotifications = (assetId: string) => {
    throttled.set(assetId, false)
    setTimeout(() => {
      const hasChanged = throttled.get(assetId)
      throttled.delete(assetId)
      if (!hasChanged) return
      notifyAll(assetId)
      throttleNotifications(assetId)
    }, NOTIFY_INTERVAL_MS).unref()
  }

  const putPage = (openPage: OpenPage) => {
    dropExpired()
    const knownPage = pages.get(pageKey(openPage))
    const isSame = knownPage?.assetId === openPage.assetId
    const formerSummary = summarize(openPage.assetId)
    if (knownPage) remove(knownPage, isSame)
    if ((pagesByAsset.get(openPage.assetId)?.size ?? 0) >= MAX_PAGES_PER_ASSET) return
    const page: TrackedPage = {
      ...openPage,
      until: now().getTime() + PRESENCE_TTL_MS,
      since: isSame ? knownPage.since : arrivals++,
      forget: () => {},
    }
    pages.set(pageKey(page), page)
    addToSet(pagesByAsset, page.assetId, page)
    addToSet(pagesByAccount, page.accountId, page)
    page.forget = revocations.onRevoked(page.sessionId, () => remove(page))
    const oldestPage = [...pagesByAccount.get(page.accountId)!][0]!
    if (pagesByAccount.get(page.accountId)!.size > MAX_PAGES_PER_ACCOUNT) remove(oldestPage)
    notifyIfChanged(page.assetId, formerSummary)
    dropExpired()
  }
  const remove = (page: TrackedPage, isSilent = false) => {
    const formerSummary = summarize(page.assetId)
    drop(page)
    if (!isSilent) notifyIfChanged(page.assetId, formerSummary)
  }
  const removePage = (page: ClosedPage) => {
    // A pending arrival must not add a page that was left in the meantime.
    for (const arrival of pendingArrivals)
      if (pageKey(arrival.page) === pageKey(page) && arrival.page.assetId === page.assetId) arrival.isLeft = true
    const knownPage = pages.get(pageKey(page))
    if (knownPage?.assetId === page.assetId) remove(knownPage)
  }
  return {
    countMessage(accountId) {
      const at = now().getTime()
      const messageCount = messageCounts.get(accountId)
      if (messageCount && messageCount.until <= at) messageCounts.delete(accountId)
      const counter = messageCounts.get(accountId) ?? { until: at + MINUTE_MS, count: 0 }
      counter.count += 1
      messageCounts.set(accountId, counter)
      if (counter.count > MAX_MESSAGES_PER_MINUTE)
        throw new HttpError('TOO_MANY_REQUESTS', 'Too many requests. Wait a minute.', undefined, MINUTE_MS / 1000)
    },
    arrive(page) {
      const arrival = { page, isLeft: false }
      pendingArrivals.add(arrival)
      return () => {
        pendingArrivals.delete(arrival)
        return arrival.isLeft
      }
    },
    announce(page) {
      putPage(page)
      broadcast({ here: page })
    },
    leave(page) {
      removePage(page)
      broadcast({ left: page })
    },
    others: (assetId, exceptAccountId) =>
      listAccounts(assetId).filter(({ accountId }) => accountId !== exceptAccountId),
    listen(accountId, notify) {
      addToSet(listeners, accountId, notify)
      return () => removeFromSet(listeners, accountId, notify)
    },
    receive(message) {
      if ('here' in message) putPage(message.here)
      else removePage(message.left)
    },
  }
}

const pageKey = ({ accountId, tab }: Pick<OpenPage, 'accountId' | 'tab'>) => `${accountId} ${tab}`

function addToSet<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}

function removeFromSet<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}
