import './ui/base.css'
import * as v from 'valibot'
import type { InspectionEvent } from 'xstate'
import { isInspectorRequested, registerActor, rootActorListeners } from './actor-registry.ts'
import { type App, createApp } from './app.ts'
import type { Atelier } from './ui/context.ts'
import { lazyModule } from './ui/kit/loading/lazy-module.ts'
import { commonMessages } from './ui/messages/common.ts'
import { createTranslator, type MessageCatalog, type MessageParams, type Translator } from './ui/messages.ts'
import { getPreferredLanguage, getPreferredTheme, saveTheme } from './ui/preferences.ts'

const inspector = lazyModule(() => import('./inspector/open-inspector.tsx'))

export interface AtelierOptions {
  /** Element to render into: an empty element of the page's body. */
  element: HTMLElement
  /** Base address of the API. Default: the value of the page or of `/config.json`, else the page's own origin. */
  apiBase?: string | undefined
  /** Returns the host's message for a key; `undefined` selects the app's own message. */
  translate?: ((key: string, params: MessageParams) => string | undefined) | undefined
  /** Receives user actions ("file selected", "file removed", "file error") with facts but no content. Default: none. */
  track?: Atelier['track'] | undefined
  /** Receives XState's inspection events of all machines. Default: none. */
  inspect?: ((event: InspectionEvent) => void) | undefined
}

/** A started app, with the context of all its views. */
export interface AtelierInstance {
  app: App
  atelier: Atelier
  loadMessages: Translator['loadMessages']
  /** Stops everything that was started; the session stays signed in. */
  stop: () => void
}

/**
 * Starts the session and creates the context of all views, with the common messages and those of `vocabularies`. Rejects if the
 * messages cannot be loaded; nothing is started then.
 */
export async function createAtelier(
  { element, apiBase: apiBaseOption, translate: hostTranslate, track = () => {}, inspect }: AtelierOptions,
  ...vocabularies: readonly MessageCatalog[]
): Promise<AtelierInstance> {
  if (inspect)
    rootActorListeners.add((actor) => {
      inspect({ type: '@xstate.actor', actorRef: actor, rootId: actor.sessionId })
      actor.system.inspect(inspect)
    })
  saveTheme(getPreferredTheme())
  const language = getPreferredLanguage()
  document.documentElement.lang = language
  const { translate, loadMessages, pendingMessages } = createTranslator(language)
  const runningEntry =
    document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? undefined
  const [apiBase, inspectorModule] = await Promise.all([
    apiBaseOption ?? readApiBase(),
    // The inspector is loaded first, so that it records all events from the start. If loading fails, the app starts without it.
    isInspectorRequested()
      ? inspector.prefetch().then(
          (module) => module.startRecording(runningEntry) && module,
          () => null,
        )
      : null,
    loadMessages(commonMessages, ...vocabularies),
  ])
  const app = createApp({ apiBase, onActor: registerActor })
  const atelier: Atelier = {
    session: app.session,
    sendFile: app.sendFile,
    addressOf: app.addressOf,
    cache: app.cache,
    views: app.views,
    listenToEvents: app.listen,
    language,
    translate: hostTranslate ? (key, params = {}) => hostTranslate(key, params) ?? translate(key, params) : translate,
    loadMessages,
    pendingMessages,
    track,
    shellCalls: app.api,
    reauthentication: app.reauthentication,
    connectivity: app.connectivity,
    localJobs: app.localJobs,
    localMutations: app.localMutations,
    ...(runningEntry && { version: { running: runningEntry, fetchServed: fetchServedEntry } }),
    registerActor: registerActor,
    toggleInspector: () =>
      void inspector.load().then(
        ({ toggleInspector }) => toggleInspector(atelier, element),
        // `load()` has already reported the failure to the user.
        () => {},
      ),
  }
  inspectorModule?.toggleInspector(atelier, element)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'i' || !event.ctrlKey || event.altKey) return
    // Firefox opens "Page Info" with this shortcut.
    event.preventDefault()
    atelier.toggleInspector?.()
  }
  addEventListener('keydown', onKeyDown)
  const stop = () => {
    removeEventListener('keydown', onKeyDown)
    app.close()
  }
  return { app, atelier, loadMessages, stop }
}

/** Settings that the page's server can change without a new build. */
const PageConfig = v.object({ apiBase: v.fallback(v.string(), '') })

/** Returns the path of the entry script in the HTML page that the server now serves. The path differs in each version. */
async function fetchServedEntry(signal: AbortSignal): Promise<string | null> {
  const page = await fetch('/', { cache: 'no-store', signal })
  return /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(page.ok ? await page.text() : '')?.[1] ?? null
}

async function readApiBase(): Promise<string> {
  // Our server writes the API address into the HTML page. In development, and on pages of other sites, `/config.json` contains
  // it.
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')
  if (meta) return meta.content
  try {
    const response = await fetch('/config.json', { credentials: 'same-origin' })
    return v.parse(PageConfig, await response.json()).apiBase
  } catch {
    return ''
  }
}
