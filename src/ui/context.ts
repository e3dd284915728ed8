import { createContext, useContext } from 'react'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import type { Client } from '../api/contract/client.ts'
import type { Connectivity } from '../api/contract/connectivity.ts'
import type { ListenToEvents } from '../api/contract/events.ts'
import type { contract } from '../api/contract/index.ts'
import type { ListenToLocalJobs } from '../api/contract/jobs.ts'
import type { ListenToLocalMutations } from '../api/contract/local-mutations.ts'
import type { AccountViews } from '../api/contract/views.ts'
import type { ProofActor } from '../machines/proof.machine.ts'
import type { SendFile } from '../machines/rules/send-file.ts'
import type { sessionMachine } from '../machines/session.machine.ts'
import type { Language } from './language.ts'
import type { Translate, Translator } from './messages.ts'

/** Short-lived cache. Entries expire some time after their last use. */
export interface QueryCache {
  get: (key: string) => unknown
  put: (key: string, value: unknown) => void
}

/** API calls of the frame around every page. */
export type ShellCalls = Pick<
  Client<typeof contract>,
  'accounts' | 'applications' | 'assets' | 'auth' | 'tags' | 'jobs'
>

/** Source of the machine that requests a proof of identity; undefined until a call first needs one. */
export interface ProofSource {
  getActor: () => ProofActor | undefined
  /** Calls the listener once the actor exists; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Version of the running app, and a request for the server's version, `null` if unknown. */
export interface AppVersion {
  running: string
  fetchServed: (signal: AbortSignal) => Promise<string | null>
}

/** Services that the host app provides to every view. */
export interface Atelier {
  session: ActorRefFrom<typeof sessionMachine>
  language: Language
  /**
   * Returns the message of any key. Views use `useTranslate`, which accepts only keys of loaded messages, except for keys that a
   * definition or a schema contains.
   */
  translate: Translate
  /** Receives user actions ("file selected", …). The host decides what to do with them; by default nothing. */
  track: (event: string, details: Readonly<Record<string, unknown>>) => void
  /** Uploads a file to the server, resumable. */
  sendFile: SendFile
  /** Returns the absolute URL of a path in the API's responses. Without it the API has the page's origin. */
  addressOf?: (path: string) => string
  /** Loads messages of views that are not tied to a route. Without it all messages are loaded already. */
  loadMessages?: Translator['loadMessages']
  /** Loads messages that `translate` lacks. Without it all messages are loaded already. */
  pendingMessages?: Translator['pendingMessages']
  /** API calls of the frame around the pages. Without it the palette only finds pages. */
  shellCalls?: ShellCalls
  /** Reports whether the server is reachable. Without it no notice is shown. */
  connectivity?: Connectivity
  /** Tracks the jobs the user started. Without it no notice of their end is shown. */
  localJobs?: ListenToLocalJobs
  /** Notifies of the user's own writes. Without it totals are refreshed only every minute. */
  localMutations?: ListenToLocalMutations
  /** Requests a proof of identity from the user when a call needs one. Without it no view does. */
  proof?: ProofSource
  /** Versions of the app. Without it no notice of a new version is shown. */
  version?: AppVersion
  /** Cache of responses. Without it each view waits for its request. */
  cache?: QueryCache
  /** Subscribes to changes by other users. Without it none are received. */
  listenToEvents?: ListenToEvents
  /** Returns the account's saved views. Without it or for `null` (guests, unverified users), views are stored on this device. */
  views?: () => AccountViews | null
  /** Path of the prerendered page that the app replaced. A different first page counts as a navigation. */
  prerenderedPath?: string
  /** Returns whether the app is visible. Until then the prerendered page with the same content is shown. */
  isAppVisible?: () => boolean
  /** Navigates to a path and query of the app. Without it the browser navigates, which reloads the app. */
  navigate?: (href: string, options?: { replace?: boolean }) => void
  /** Toggles the inspector next to the app. Without it there is none. */
  toggleInspector?: () => void
  /** Receives every machine before it starts, from `useMachineActor`. */
  registerActor?: (actor: AnyActorRef) => void
}

/** React context of the app, the only one for its services. */
export const AtelierContext = createContext<Atelier | null>(null)

/** Returns the {@link Atelier} of this view. Throws outside a provider. */
export function useAtelier(): Atelier {
  const atelier = useContext(AtelierContext)
  if (!atelier) throw new Error('useAtelier() needs an <AtelierContext> around it')
  return atelier
}
