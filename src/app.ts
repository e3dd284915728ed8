import { type Actor, type AnyActorRef, createActor, fromPromise, waitFor } from 'xstate'
import { createAccountViews } from './api/account-views.ts'
import { createAskedJobs } from './api/asked-jobs.ts'
import type { TokenSource } from './api/bearing.ts'
import { takingBegun } from './api/begun.ts'
import { type Cache, createCache } from './api/cache.ts'
import { createClient } from './api/client.ts'
import { type AwaitedCode, keepCodeRequests } from './api/code-requests.ts'
import type { SessionData } from './api/contract/auth.ts'
import type { Client } from './api/contract/client.ts'
import { ApiError } from './api/contract/errors.ts'
import type { Listen } from './api/contract/events.ts'
import type { SentKind } from './api/contract/files.ts'
import { first } from './api/contract/first.ts'
import type { contract } from './api/contract/index.ts'
import type { AskedJobs } from './api/contract/jobs.ts'
import type { OwnWrites } from './api/contract/own-writes.ts'
import type { Reach } from './api/contract/reach.ts'
import type { AccountViews } from './api/contract/views.ts'
import { growingClient } from './api/growing-client.ts'
import { createHttp } from './api/http.ts'
import { createOwnWrites } from './api/own-writes.ts'
import { createReach } from './api/reach.ts'
import { forgetWork, keptText, refreshed } from './api/storage.ts'
import type { UploadDeps } from './api/upload.ts'
import type { ListenNeeds } from './live-events.ts'
import type { SendFile, SendOptions } from './machines/rules/sending.ts'
import {
  fromStored,
  identityOf,
  isAnonymous,
  isSameAccount,
  merge,
  SESSION_KEY,
  takeOver,
  toRecord,
} from './machines/rules/session-record.ts'
import { needsRefresh } from './machines/rules/token.ts'
import { VIEWS_KEYS } from './machines/rules/views-key.ts'
import { sessionMachine } from './machines/session.machine.ts'

/** The app without its views: the running session, the API's client, and the way files are sent. */
export interface App {
  session: Actor<typeof sessionMachine>
  api: Client<typeof contract>
  /** The address that a code to sign in with was mailed to, while it may still be typed: after a reload, too. */
  awaitedCode: AwaitedCode
  sendFile: SendFile
  /** The saved views of who is signed in; `null` for guests, who keep none on the server. */
  views: () => AccountViews | null
  /** Answers of the last minute to the account that is signed in. */
  cache: Cache
  /** Tells of others' changes as they happen, from the first listener on; gives back how to stop. */
  listen: Listen
  /** Fetches the code that sends files, before there is one; rejects where it is out of reach. */
  fetchSender: () => Promise<unknown>
  /** Tells whether the service can be reached. */
  reach: Reach
  /** Tells of the jobs that were asked for here. */
  askedJobs: AskedJobs
  /** Tells that something was made or deleted here. */
  ownWrites: OwnWrites
  /** Stops the session and hears other tabs no more. */
  close: () => void
}

/** What an {@link App} is made from. */
export interface AppOptions {
  /** Base address of the API; empty for the page's own origin. */
  apiBase: string
  fetch?: typeof globalThis.fetch
  /** Told of every machine before it starts. Default: nobody. */
  watch?: (actor: AnyActorRef) => void
}

/** Name of the lock that lets one tab at a time refresh, and how long another waits for it in milliseconds. */
const REFRESH_LOCK = 'atelier:refresh'
const LOCK_PATIENCE = 10_000

/** Who worked on this device last: drafts and unfinished uploads are theirs alone. */
const WORKER_KEY = 'atelier:worker'
const GUEST = 'guest:'

/** Makes the app and starts its session. This is the only place where machines meet the wire. */
export function createApp({ apiBase, fetch, watch }: AppOptions): App {
  const kept = keptText(SESSION_KEY)
  const worker = keptText(WORKER_KEY)
  const cache = createCache()
  let serverAhead = 0
  let account = new AbortController()
  const now = () => (Date.now() + serverAhead) / 1000

  const tokens: TokenSource = {
    current: () => session.getSnapshot().context.data?.token,
    refused(token) {
      // Who signed in meanwhile has another.
      if (token === tokens.current()) session.send({ type: 'session.refused' })
    },
    async fresh(rejected) {
      await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
      const token = tokens.current()
      if (!session.getSnapshot().matches('signedIn')) return token
      const usable = rejected === undefined ? !needsRefresh(token, now()) : token !== rejected
      if (usable) return token
      session.send({ type: 'refresh.requested' })
      const { context } = await waitFor(session, (snapshot) => !snapshot.matches({ signedIn: 'refreshing' }))
      if (context.error) throw context.error
      return context.data?.token
    },
  }
  const { fetch: heard, ...reach } = createReach(apiBase, takingBegun(fetch))
  const send = createHttp({
    base: apiBase,
    fetch: heard,
    tokens,
    onServerTime: (time) => {
      serverAhead = time - Date.now()
    },
    ofAccount: () => account.signal,
  })
  const { http: told, askedJobs } = createAskedJobs(send)
  const { http, ownWrites } = createOwnWrites(told)
  const { api: near, awaited: awaitedCode, forgetCodes } = keepCodeRequests(createClient(first, http))
  const rest = async () => (await import('./api/contract/index.ts')).contract
  const api = growingClient<typeof contract>(near, rest, http)

  let written: SessionData | null = null
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => {
          // Nothing to write down again: another tab may have put newer tokens there since.
          written = fromStored(kept.read())
          return written
        }),
        login: fromPromise(({ input, signal }) => api.auth.login({ body: input }, { signal })),
        requestCode: fromPromise(async ({ input, signal }) => {
          await api.auth.requestLoginCode({ body: input }, { signal })
        }),
        signUp: fromPromise(({ input, signal }) => api.auth.signup({ body: input }, { signal })),
        signUpPasswordless: fromPromise(async ({ input, signal }) => {
          await api.auth.signupPasswordless({ body: input }, { signal })
        }),
        signUpGuest: fromPromise(({ signal }) => api.auth.signup({ body: {} }, { signal })),
        verifyEmail: fromPromise(({ input, signal }) => api.users.verify({ body: input }, { signal })),
        requestVerification: fromPromise(async ({ input, signal }) => {
          await api.users.verify({ body: input }, { signal })
        }),
        refreshToken: fromPromise(({ input: { data }, signal }) =>
          inOneTab(signal, async () => {
            const { token, refreshToken } = data
            // Another tab was faster: its tokens serve here too, and ours are already used up.
            const stored = fromStored(kept.read())
            if (isSameAccount(stored, data) && stored.refreshToken !== refreshToken) return stored
            const latest = await refreshed.read()
            const taken = latest?.spent === refreshToken ? fromStored(latest.kept) : null
            if (taken) return taken
            signal.throwIfAborted()
            const answer = await api.auth.refresh({ body: { token, refreshToken } }, { signal })
            signal.throwIfAborted()
            // Kept before the lock is let go: the next tab looks for it there and then.
            const text = JSON.stringify(toRecord(merge(data, answer)))
            kept.write(text)
            await refreshed.write({ spent: refreshToken, kept: text })
            return answer
          }),
        ),
      },
    }),
  )
  watch?.(session)

  let identity: string | null = null
  // Before all views: nothing of a former account may be there for the first that looks.
  session.subscribe(({ context: { data } }) => {
    const next = identityOf(data)
    if (next === identity) return
    const former = identity
    identity = next
    if (former !== null) {
      cache.clear()
      account.abort(new DOMException('Another account is signed in.', 'AbortError'))
      account = new AbortController()
    }
    if (!data) return
    const [last, mark] = [worker.read(), isAnonymous(data) ? `${GUEST}${data._id}` : data._id]
    const [wasGuest, lastId] = [last?.startsWith(GUEST) ?? false, last?.replace(GUEST, '')]
    // The views that a guest saved here are taken over by the account they sign in to.
    if (lastId !== undefined && lastId !== data._id)
      forgetWork(wasGuest && !isAnonymous(data) ? { but: VIEWS_KEYS } : {})
    if (last !== mark) worker.write(mark)
  })
  session.subscribe(({ context: { data }, value }) => {
    if (value === 'restoring' || data === written) return
    written = data
    const stored = data && fromStored(kept.read())
    // Another tab may have taken new tokens that are not heard of here yet.
    const latest = isSameAccount(stored, data) ? takeOver(stored, data) : data
    kept.write(latest && JSON.stringify(toRecord(latest)))
  })
  const stopHearing = kept.onOtherTab((text) => session.send({ type: 'record.changed', data: fromStored(text) }))
  // Who leaves leaves nothing; whose session only ended finds their work again when they are back.
  session.on('session.closed', ({ reason }) => {
    if (reason === 'logged_out') {
      forgetWork()
      forgetCodes()
    } else refreshed.forget()
  })
  // The page is left already: the call goes on behind it, and once more when the browser is back online.
  session.on('session.left', ({ refreshToken }) => {
    const tell = () => api.auth.logout({ body: { refreshToken, silent: true } }, { keepalive: true })
    tell().catch(() => globalThis.addEventListener?.('online', () => void tell().catch(() => {}), { once: true }))
  })
  // A verification may end the session it was asked for in.
  session.on('email.verified', cache.clear)
  session.start()

  const close = () => {
    stopHearing()
    session.stop()
  }
  const accountViews = createAccountViews(api)
  const views = () => {
    const { data } = session.getSnapshot().context
    return data && !isAnonymous(data) ? accountViews : null
  }
  const listen = createListen({ apiBase, tokens, ...(fetch && { fetch }), ...(watch && { watch }) })
  return {
    session,
    api,
    views,
    awaitedCode,
    ...createSender({ apiBase, tokens, api }),
    cache,
    listen,
    reach,
    askedJobs,
    ownWrites,
    close,
  }
}

/** Sends files, by code that is fetched for the first one; out of reach it counts as a connection that failed. */
function createSender(needs: UploadDeps): { sendFile: SendFile; fetchSender: () => Promise<unknown> } {
  const sender = once(() =>
    import('./api/upload.ts').then(
      ({ createSendFile }) => createSendFile(needs),
      (cause) => {
        throw new ApiError('FETCH_ERROR', 'files', undefined, cause)
      },
    ),
  )
  const send = async (file: File, options: SendOptions) => (await sender())(file, options)
  const discard = async (file: File, kind: SentKind) => (await sender()).discard(file, kind)
  return { sendFile: Object.assign(send, { discard }), fetchSender: sender }
}

/** Live events for whoever listens, by code that is fetched for the first listener. */
function createListen(needs: ListenNeeds): App['listen'] {
  const made = once(() => import('./live-events.ts').then((module) => module.createListen(needs)))
  return (listener, onPresence) => {
    let hasLeft = false
    let leave = () => {}
    const begin = (): unknown =>
      made().then(
        (listen) => {
          if (!hasLeft) leave = listen(listener, onPresence)
        },
        // Out of reach: asked for again as soon as the browser says that it is not.
        () => globalThis.addEventListener?.('online', begin, { once: true }),
      )
    begin()
    return () => {
      hasLeft = true
      leave()
    }
  }
}

/** What `make` gives, made once; where that failed it is made again for who asks next. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((fault: unknown) => {
      made = undefined
      throw fault
    })
    return made
  }
}

/** Runs `task` while no other tab runs one; a tab that hangs is waited for {@link LOCK_PATIENCE} at most. */
async function inOneTab<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  if (!globalThis.navigator?.locks) return task()
  let granted = false
  const patience = AbortSignal.any([signal, AbortSignal.timeout(LOCK_PATIENCE)])
  const take = () => {
    granted = true
    return task()
  }
  return navigator.locks.request(REFRESH_LOCK, { signal: patience }, take).catch((error: unknown) => {
    if (granted || signal.aborted) throw error
    return task()
  })
}
