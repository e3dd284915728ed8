import { createContext, useContext } from 'react'
import type { ActorRefFrom, AnyActorRef } from 'xstate'
import type { Client } from '../api/contract/client.ts'
import type { Listen } from '../api/contract/events.ts'
import type { contract } from '../api/contract/index.ts'
import type { AskedJobs } from '../api/contract/jobs.ts'
import type { OwnWrites } from '../api/contract/own-writes.ts'
import type { Reach } from '../api/contract/reach.ts'
import type { AccountViews } from '../api/contract/views.ts'
import type { SendFile } from '../machines/rules/sending.ts'
import type { sessionMachine } from '../machines/session.machine.ts'
import type { Language } from './language.ts'
import type { Speech, Translate } from './words.ts'

/** Answers that were given a moment ago, kept for a while after their last use. */
export interface Kept {
  get: (key: string) => unknown
  put: (key: string, value: unknown) => void
}

/** The calls of what stands around every page. */
export type FrameCalls = Pick<Client<typeof contract>, 'accounts' | 'applications' | 'assets' | 'tags' | 'jobs'>

/** The version of the app that runs here, and the one that the server has; `null` where that cannot be told. */
export interface Version {
  own: string
  served: (signal: AbortSignal) => Promise<string | null>
}

/** What the host app hands every view: nothing in `ui/` reaches for the network or storage on its own. */
export interface Atelier {
  session: ActorRefFrom<typeof sessionMachine>
  language: Language
  /** Gives the sentence of a key. */
  translate: Translate
  /** Told of what people do ("file selected", …); the host decides where it goes, by default nowhere. */
  track: (event: string, details: Readonly<Record<string, unknown>>) => void
  /** Sends one file to the server, resumable. */
  sendFile: SendFile
  /** Fetches the sentences of views that no route brings. Without it they are known already. */
  learn?: Speech['learn']
  /** What the frame around the pages asks by itself. Without it the palette leads to pages alone. */
  calls?: FrameCalls
  /** Without it nobody is told that the service is out of reach. */
  reach?: Reach
  /** Without it nobody is told what became of the jobs they asked for. */
  askedJobs?: AskedJobs
  /** Without it what is counted is counted each minute alone. */
  ownWrites?: OwnWrites
  /** Without it nobody is told of a new version. */
  version?: Version
  /** Without it nothing is shown before it is asked for again. */
  kept?: Kept
  /** Without it nobody hears of others' changes. */
  listen?: Listen
  /** The saved views of who is signed in; `null` for a guest. Without it, and for guests, they are kept on this device. */
  views?: () => AccountViews | null
  /** The path of the page that stood here before the app did, if any: its first page is moved to, then. */
  from?: string
  /** Whether what the app draws can be seen. Until it can, another page stands in its place and shows the same. */
  isSeen?: () => boolean
  /** Goes to the path and query of a page of the app. Without it the browser does, and the app begins anew there. */
  go?: (href: string, options?: { replace?: boolean }) => void
  /** Opens the inspector beside the app, or closes it. Without it there is none. */
  inspect?: () => void
  /** Told of every machine before it starts; `useMachineActor` sees to it. Without it nobody is. */
  watch?: (actor: AnyActorRef) => void
}

/** The one React context of the app. */
export const AtelierContext = createContext<Atelier | null>(null)

/** The {@link Atelier} around this view; throws where there is none. */
export function useAtelier(): Atelier {
  const atelier = useContext(AtelierContext)
  if (!atelier) throw new Error('useAtelier() needs an <AtelierContext> around it')
  return atelier
}
