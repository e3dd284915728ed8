import { type Actor, createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate'
import { type Client, createClient } from './api/client.ts'
import { contract } from './api/contract/index.ts'
import { createHttp, type TokenSource } from './api/http.ts'
import { keptText } from './api/storage.ts'
import { createSendFile } from './api/upload.ts'
import type { SendFile } from './machines/rules/sending.ts'
import { fromStored, SESSION_KEY, toRecord } from './machines/rules/session-record.ts'
import { needsRefresh } from './machines/rules/token.ts'
import { sessionMachine } from './machines/session.machine.ts'

/** The app without its views: the running session, the API's client, and the way files are sent. */
export interface App {
  session: Actor<typeof sessionMachine>
  api: Client<typeof contract>
  sendFile: SendFile
  /** Stops the session and hears other tabs no more. */
  close: () => void
}

/** What an {@link App} is made from. */
export interface AppOptions {
  /** Base address of the API; empty for the page's own origin. */
  apiBase: string
  fetch?: typeof globalThis.fetch
  inspect?: (event: InspectionEvent) => void
}

/** Name of the lock that lets one tab at a time refresh, and how long another waits for it in milliseconds. */
const REFRESH_LOCK = 'atelier:refresh'
const LOCK_PATIENCE = 10_000

/** Makes the app and starts its session. This is the only place where machines meet the wire. */
export function createApp({ apiBase, fetch, inspect }: AppOptions): App {
  const kept = keptText(SESSION_KEY)
  let serverAhead = 0
  const now = () => (Date.now() + serverAhead) / 1000

  const tokens: TokenSource = {
    current: () => session.getSnapshot().context.data?.token,
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
  const http = createHttp({
    base: apiBase,
    tokens,
    onServerTime: (time) => {
      serverAhead = time - Date.now()
    },
    ...(fetch ? { fetch } : {}),
  })
  const api = createClient(contract, http)

  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => fromStored(kept.read())),
        login: fromPromise(({ input, signal }) => api.auth.login({ body: input }, { signal })),
        signUpGuest: fromPromise(({ signal }) => api.auth.signup({ body: {} }, { signal })),
        refreshToken: fromPromise(({ input: { data }, signal }) =>
          inOneTab(signal, async () => {
            const stored = fromStored(kept.read())
            // Another tab was faster: its tokens serve here too, and ours are already used up.
            if (stored && stored._id === data._id && stored.refreshToken !== data.refreshToken) return stored
            const { token, refreshToken } = data
            return api.auth.refresh({ body: { token, refreshToken } }, { signal })
          }),
        ),
        logout: fromPromise(async ({ input, signal }) => {
          await api.auth.logout({ body: input }, { signal })
        }),
      },
    }),
    inspect ? { inspect } : {},
  )

  let written: unknown = null
  session.subscribe(({ context: { data }, value }) => {
    if (value === 'restoring' || data === written) return
    written = data
    // Only a session that is open is kept: one that is being rejected as unverified never was.
    if (value !== 'rejectingUnverified') kept.write(data ? JSON.stringify(toRecord(data)) : null)
  })
  const stopHearing = kept.onOtherTab((text) => session.send({ type: 'record.changed', data: fromStored(text) }))
  session.start()

  const close = () => {
    stopHearing()
    session.stop()
  }
  return { session, api, sendFile: createSendFile({ apiBase, tokens, api }), close }
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
