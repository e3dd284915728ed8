import { createContext, useContext } from 'react'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import type { Client } from '../api/contract/client.ts'
import type { Connectivity } from '../api/contract/connectivity.ts'
import type { ListenToEvents } from '../api/contract/events.ts'
import type { contract } from '../api/contract/index.ts'
import type { ListenToLocalJobs } from '../api/contract/jobs.ts'
import type { ListenToLocalMutations } from '../api/contract/local-mutations.ts'
import type { AccountViews } from '../api/contract/views.ts'
import type { ReauthenticationActor } from '../machines/session/reauthentication.machine.ts'
import type { sessionMachine } from '../machines/session/session.machine.ts'
import type { SendFile } from '../machines/upload/send-file.ts'
import type { Language } from './language.ts'
import type { Translate, Translator } from './messages.ts'

/** Short-lived cache. Entries expire some time after their last use. */
export interface QueryCache {
  get: (key: string) => unknown
  put: (key: string, value: unknown) => void
}

/** API calls of the shell around every page. */
export type ShellCalls = Pick<
  Client<typeof contract>,
  'accounts' | 'applications' | 'assets' | 'auth' | 'tags' | 'jobs'
>

/** Source of the reauthentication machine. The actor is undefined until a call first requires reauthentication. */
export interface ReauthenticationSource {
  getActor: () => ReauthenticationActor | undefined
  /** Calls the listener once the actor exists; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Version of the running app, and a request for the version that the server serves, `null` if unknown. */
export interface AppVersion {
  running: string
  fetchServed: (signal: AbortSignal) => Promise<string | null>
}

/** Services that the host app provides to every view. */
export interface Atelier {
  session: ActorRefFrom<typeof sessionMachine>
  language: Language
  /**
   * Returns the message of any key. Views use `useTranslate` instead, which accepts only keys of loaded messages. Exceptions are
   * keys in a definition or a schema.
   */
  translate: Translate
  /** Receives user actions ("file selected", …). The default implementation does nothing. */
  track: (event: string, details: Readonly<Record<string, unknown>>) => void
  /** Uploads a file to the server. The upload can resume. */
  sendFile: SendFile
  /** Returns the absolute URL of a path in the API's responses. If undefined, the API has the page's origin. */
  addressOf?: (path: string) => string
  /** Loads messages of views that belong to no route. If undefined, all messages are loaded already. */
  loadMessages?: Translator['loadMessages']
  /** Loads messages that `translate` lacks. If undefined, all messages are loaded already. */
  pendingMessages?: Translator['pendingMessages']
  /** API calls of the shell around every page. If undefined, the command palette finds only pages. */
  shellCalls?: ShellCalls
  /** Reports whether the server is reachable. If undefined, no offline notice is shown. */
  connectivity?: Connectivity
  /** Tracks the jobs the user started. If undefined, no notice of a job's end is shown. */
  localJobs?: ListenToLocalJobs
  /** Notifies of the user's own writes. If undefined, totals are refreshed only every minute. */
  localMutations?: ListenToLocalMutations
  /** Reauthenticates the user when a call requires it. If undefined, such calls fail. */
  reauthentication?: ReauthenticationSource
  /** Versions of the app. If undefined, no notice of a new version is shown. */
  version?: AppVersion
  /** Cache of responses. If undefined, each view waits for its request. */
  cache?: QueryCache
  /** Subscribes to changes by other users. If undefined, no changes are received. */
  listenToEvents?: ListenToEvents
  /** Returns the account's saved views. If undefined or `null` (guests, unverified users), views are stored on this device. */
  views?: () => AccountViews | null
  /** Path of the prerendered page that the app replaced. A first page with another path counts as a navigation. */
  prerenderedPath?: string
  /** Returns whether the app is visible. Before, the prerendered page with the same content is visible. */
  isAppVisible?: () => boolean
  /** Navigates to a path and query of the app. If undefined, the browser navigates, which reloads the app. */
  navigate?: (href: string, options?: { replace?: boolean }) => void
  /** Toggles the inspector next to the app. Undefined if there is no inspector. */
  toggleInspector?: () => void
  /** Receives every actor of `useMachineActor` before the actor starts. */
  registerActor?: (actor: AnyActorRef) => void
}

export const AtelierContext = createContext<Atelier | null>(null)

/** Returns the {@link Atelier} of this view. Throws outside a provider. */
export function useAtelier(): Atelier {
  const atelier = useContext(AtelierContext)
  if (!atelier) throw new Error('useAtelier() needs an <AtelierContext> around it')
  return atelier
}
