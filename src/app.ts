import { type Actor, type AnyActorRef, createActor, fromPromise, waitFor } from 'xstate'
import { createAccountViews } from './api/account-views.ts'
import { resolveApiUrl, type TokenSource } from './api/authorization.ts'
import { createClient } from './api/client.ts'
import { type PendingCodeEmail, withCodeRequestIds } from './api/code-requests.ts'
import { createConnectivity } from './api/connectivity.ts'
import type { SessionData } from './api/contract/auth.ts'
import type { Client } from './api/contract/client.ts'
import type { Connectivity } from './api/contract/connectivity.ts'
import { ApiError } from './api/contract/errors.ts'
import type { ListenToEvents } from './api/contract/events.ts'
import type { AnyUploadKind } from './api/contract/files.ts'
import type { contract } from './api/contract/index.ts'
import { initialContract } from './api/contract/initial-contract.ts'
import type { ListenToLocalJobs } from './api/contract/jobs.ts'
import type { ListenToLocalMutations } from './api/contract/local-mutations.ts'
import type { AccountViews } from './api/contract/views.ts'
import { createHttpClient } from './api/http.ts'
import { createLazyClient } from './api/lazy-client.ts'
import { trackLocalJobs } from './api/local-jobs.ts'
import { trackLocalMutations } from './api/local-mutations.ts'
import { consumePrefetchedCall } from './api/prefetched-call.ts'
import { createQueryCache, type QueryCache } from './api/query-cache.ts'
import { withReauthentication } from './api/reauthentication.ts'
import { clearLocalData, createStoredText, refreshRecord } from './api/storage.ts'
import type { UploadDependencies } from './api/upload.ts'
import type { LiveEventsOptions } from './live-events.ts'
import type { ReauthenticationActor } from './machines/session/reauthentication.machine.ts'
import { sessionMachine } from './machines/session/session.machine.ts'
import {
  adoptNewerSession,
  identityOf,
  isAnonymous,
  isSameAccount,
  isVerifiedAccount,
  mergeSession,
  parseSessionRecord,
  SESSION_KEY,
  toSessionRecord,
} from './machines/session/session-record.ts'
import { needsRefresh } from './machines/session/token.ts'
import type { SendFile, SendOptions } from './machines/upload/send-file.ts'
import { VIEWS_KEY_PATTERN } from './machines/views/views-key.ts'
import type { ReauthenticationPrompt } from './reauthentication-prompt.ts'

/** The app without its views: the running session, the API's client, and the file uploader. */
export interface App {
  session: Actor<typeof sessionMachine>
  api: Client<typeof contract>
  /** Returns the address that a sign-in code was mailed to, while the code is valid; also after a reload. */
  pendingCodeEmail: PendingCodeEmail
  sendFile: SendFile
  /** Returns the full address of a path in the API's responses, such as `/files/…`. */
  addressOf: (path: string) => string
  /** Returns the saved views of the signed-in user; `null` for guests, whose views are stored on the device only. */
  views: () => AccountViews | null
  /** Responses of the last minute for the signed-in account. */
  cache: QueryCache
  /** Subscribes to changes by others; the stream opens with the first listener. Returns the unsubscribe function. */
  listen: ListenToEvents
  /** Prefetches the upload code; rejects if the code cannot be loaded. */
  preloadSender: () => Promise<unknown>
  connectivity: Connectivity
  localJobs: ListenToLocalJobs
  localMutations: ListenToLocalMutations
  reauthentication: {
    getActor: () => ReauthenticationActor | undefined
    subscribe: (listener: () => void) => () => void
  }
  /** Stops the session and its subscription to other tabs. */
  close: () => void
}

export interface AppOptions {
  /** Base address of the API; empty for the page's own origin. */
  apiBase: string
  fetch?: typeof globalThis.fetch
  /** Receives every machine before it starts. Default: none. */
  onActor?: (actor: AnyActorRef) => void
}

/** Name of the lock that restricts a refresh to one tab at a time, and the maximum wait for the lock, in milliseconds. */
const REFRESH_LOCK = 'atelier:refresh'
const LOCK_TIMEOUT_MS = 10_000

/** Local storage key of the last user on this device, who owns the drafts and unfinished uploads. */
const LAST_ACCOUNT_KEY = 'atelier:worker'
const GUEST_PREFIX = 'guest:'

/** Creates the app and starts its session. This is the only place that connects machines to the network. */
export function createApp({ apiBase, fetch, onActor }: AppOptions): App {
  const storedSession = createStoredText(SESSION_KEY)
  const storedAccount = createStoredText(LAST_ACCOUNT_KEY)
  const cache = createQueryCache()
  let serverAheadMs = 0
  let accountController = new AbortController()
  const now = () => (Date.now() + serverAheadMs) / 1000

  const tokens: TokenSource = {
    getCurrentToken: () => session.getSnapshot().context.data?.token,
    reportRejected(token) {
      // If another user has signed in since, the current token is a different one.
      if (token === tokens.getCurrentToken()) session.send({ type: 'token.rejected' })
    },
    async getFreshToken(rejected) {
      await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
      const token = tokens.getCurrentToken()
      if (!session.getSnapshot().matches('signedIn')) return token
      const isUsable = rejected === undefined ? !needsRefresh(token, now()) : token !== rejected
      if (isUsable) return token
      session.send({ type: 'refresh.requested' })
      const { context } = await waitFor(session, (snapshot) => !snapshot.matches({ signedIn: 'refreshing' }))
      if (context.error) throw context.error
      return context.data?.token
    },
  }
  const { fetch: observedFetch, ...connectivity } = createConnectivity(apiBase, consumePrefetchedCall(fetch))
  const send = createHttpClient({
    base: apiBase,
    fetch: observedFetch,
    tokens,
    onServerTime: (time) => {
      serverAheadMs = time - Date.now()
    },
    accountSignal: () => accountController.signal,
  })
  const { reauthentication, requestReauthentication } = createLazyReauthentication(() => api, onActor)
  // When another account signs in, calls of the former account are aborted, even while they wait for reauthentication.
  const httpWithReauthentication = withReauthentication(send, (requiredProof, signal) =>
    requestReauthentication(requiredProof, combineSignals(accountController.signal, signal)),
  )
  const { http: jobTrackingHttp, localJobs } = trackLocalJobs(httpWithReauthentication)
  const { http, localMutations } = trackLocalMutations(jobTrackingHttp)
  const {
    api: initialApi,
    getPendingEmail: awaitedCode,
    forgetCodes,
  } = withCodeRequestIds(createClient(initialContract, http))
  const loadContract = async () => (await import('./api/contract/index.ts')).contract
  const api = createLazyClient<typeof contract>(initialApi, loadContract, http)

  let lastWritten: SessionData | null = null
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => {
          // The tokens are not written back, because another tab may have stored newer ones since.
          lastWritten = parseSessionRecord(storedSession.read())
          return lastWritten
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
          withRefreshLock(signal, async () => {
            const { token, refreshToken } = data
            // Another tab refreshed first. The tokens of that tab are valid here too, and the tokens of this tab are used up.
            const stored = parseSessionRecord(storedSession.read())
            if (isSameAccount(stored, data) && stored.refreshToken !== refreshToken) return stored
            const latest = await refreshRecord.read()
            const adopted = latest?.spent === refreshToken ? parseSessionRecord(latest.kept) : null
            if (adopted) return adopted
            signal.throwIfAborted()
            const response = await api.auth.refresh({ body: { token, refreshToken } }, { signal })
            signal.throwIfAborted()
            // The session is stored before the lock is released, because the next tab reads the session immediately.
            const text = JSON.stringify(toSessionRecord(mergeSession(data, response)))
            storedSession.write(text)
            await refreshRecord.write({ spent: refreshToken, kept: text })
            return response
          }),
        ),
      },
    }),
  )
  onActor?.(session)

  let identity: string | null = null
  // Subscribed before all views, so that no view sees data of the former account.
  session.subscribe(({ context: { data } }) => {
    const nextIdentity = identityOf(data)
    if (nextIdentity === identity) return
    const previousIdentity = identity
    identity = nextIdentity
    if (previousIdentity !== null) {
      cache.clear()
      accountController.abort(new DOMException('Another account is signed in.', 'AbortError'))
      accountController = new AbortController()
    }
    if (!data) return
    const [lastMark, accountMark] = [storedAccount.read(), isAnonymous(data) ? `${GUEST_PREFIX}${data._id}` : data._id]
    const [wasGuest, lastId] = [lastMark?.startsWith(GUEST_PREFIX) ?? false, lastMark?.replace(GUEST_PREFIX, '')]
    // Views saved by a guest are adopted by the account that the guest signs in to.
    if (lastId !== undefined && lastId !== data._id)
      clearLocalData(wasGuest && !isAnonymous(data) ? { except: VIEWS_KEY_PATTERN } : {})
    if (lastMark !== accountMark) storedAccount.write(accountMark)
  })
  session.subscribe(({ context: { data }, value }) => {
    if (value === 'restoring' || data === lastWritten) return
    lastWritten = data
    const stored = data && parseSessionRecord(storedSession.read())
    // Another tab may have stored newer tokens that this tab has not received yet.
    const latest = isSameAccount(stored, data) ? adoptNewerSession(stored, data) : data
    storedSession.write(latest && JSON.stringify(toSessionRecord(latest)))
  })
  const unsubscribe = storedSession.onChangeInOtherTab((text) =>
    session.send({ type: 'record.changed', data: parseSessionRecord(text) }),
  )
  // A sign-out deletes all local work. After an expired session the work is retained for the next sign-in.
  session.on('session.closed', ({ reason }) => {
    if (reason === 'logged_out') {
      clearLocalData()
      forgetCodes()
    } else refreshRecord.forget()
  })
  // The page may already be unloading, so the call continues in the background. A failed call is repeated when the browser is
  // online again.
  session.on('revocation.requested', ({ refreshToken }) => {
    const sendLogout = () => api.auth.logout({ body: { refreshToken, silent: true } }, { keepalive: true })
    sendLogout().catch(() =>
      globalThis.addEventListener?.('online', () => void sendLogout().catch(() => {}), { once: true }),
    )
  })
  session.start()

  const close = () => {
    unsubscribe()
    session.stop()
  }
  const accountViews = createAccountViews(api)
  const views = () => {
    const { data } = session.getSnapshot().context
    return isVerifiedAccount(data) ? accountViews : null
  }
  const listen = createLazyListen({ apiBase, tokens, ...(fetch && { fetch }), ...(onActor && { watch: onActor }) })
  return {
    session,
    api,
    views,
    pendingCodeEmail: awaitedCode,
    ...createLazySender({ apiBase, tokens, api }),
    addressOf: (path) => resolveApiUrl(apiBase, path.replace(/^\//, '')).href,
    cache,
    listen,
    connectivity,
    localJobs,
    localMutations,
    reauthentication,
    close,
  }
}

const combineSignals = (account: AbortSignal, signal: AbortSignal | undefined) =>
  signal ? AbortSignal.any([account, signal]) : account

/**
 * Requests reauthentication. The code is loaded when a call first requires it. If the code fails to load, the call is refused.
 */
function createLazyReauthentication(
  api: () => App['api'],
  watch: AppOptions['onActor'],
): {
  reauthentication: App['reauthentication']
  requestReauthentication: ReauthenticationPrompt['requestReauthentication']
} {
  let prompt: ReauthenticationPrompt | undefined
  const listeners = new Set<() => void>()
  const loadPrompt = memoizeAsync(() =>
    import('./reauthentication-prompt.ts').then(({ createReauthenticationPrompt }) => {
      prompt = createReauthenticationPrompt({ api: api(), watch })
      for (const listener of listeners) listener()
      return prompt
    }),
  )
  return {
    reauthentication: {
      getActor: () => prompt?.actor,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    requestReauthentication: async (requiredProof, signal) => {
      const loadedPrompt = await loadPrompt().catch(() => undefined)
      return loadedPrompt?.requestReauthentication(requiredProof, signal) ?? false
    },
  }
}

/** Uploads files. The code is loaded for the first file. If the code cannot be loaded, that counts as a failed connection. */
function createLazySender(dependencies: UploadDependencies): {
  sendFile: SendFile
  preloadSender: () => Promise<unknown>
} {
  const sender = memoizeAsync(() =>
    import('./api/upload.ts').then(
      ({ createFileUploader: createFileSender }) => createFileSender(dependencies),
      (cause) => {
        throw new ApiError('FETCH_ERROR', 'files', undefined, cause)
      },
    ),
  )
  const send = async (file: File, options: SendOptions) => (await sender())(file, options)
  const discard = async (file: File, kind: AnyUploadKind) => (await sender()).discard(file, kind)
  return { sendFile: Object.assign(send, { discard }), preloadSender: sender }
}

/** Subscribes to live events. The code is loaded for the first listener. */
function createLazyListen(options: LiveEventsOptions): App['listen'] {
  const loadLiveEvents = memoizeAsync(() =>
    import('./live-events.ts').then((module) => module.createLiveEvents(options)),
  )
  return (listener, onPresence) => {
    let isUnsubscribed = false
    let unsubscribe = () => {}
    const subscribe = (): unknown =>
      loadLiveEvents().then(
        (listen) => {
          if (!isUnsubscribed) unsubscribe = listen(listener, onPresence)
        },
        // The code failed to load. Retried when the browser is online again.
        () => globalThis.addEventListener?.('online', subscribe, { once: true }),
      )
    subscribe()
    return () => {
      isUnsubscribed = true
      unsubscribe()
    }
  }
}

/** Memoizes `create`; after a failure the next call runs it again. */
function memoizeAsync<T>(create: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => {
    promise ??= create().catch((error: unknown) => {
      promise = undefined
      throw error
    })
    return promise
  }
}

/** Runs `task` in one tab at a time; waits at most {@link LOCK_TIMEOUT_MS} for a tab that hangs. */
async function withRefreshLock<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
  if (!globalThis.navigator?.locks) return task()
  let granted = false
  const lockSignal = AbortSignal.any([signal, AbortSignal.timeout(LOCK_TIMEOUT_MS)])
  const runTask = () => {
    granted = true
    return task()
  }
  return navigator.locks.request(REFRESH_LOCK, { signal: lockSignal }, runTask).catch((error: unknown) => {
    if (granted || signal.aborted) throw error
    return task()
  })
}
