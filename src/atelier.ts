import './ui/base.css'
import * as v from 'valibot'
import type { InspectionEvent } from 'xstate'
import { type App, createApp } from './app.ts'
import { enlist, isAsked, lookers } from './inspect-seam.ts'
import type { Atelier } from './ui/context.ts'
import { part } from './ui/kit/part.ts'
import { preferredLanguage, preferredTheme, showTheme } from './ui/preferences.ts'
import { commonWords } from './ui/words/common.ts'
import { createSpeech, type Speech, type Vocabulary, type WordParams } from './ui/words.ts'

const inspector = part(() => import('./inspector/open.tsx'))

/** What a page that hosts the app hands it; without any of it the defaults stand. */
export interface AtelierOptions {
  /** Where the app is shown: an element of the page's body that holds nothing else. */
  element: HTMLElement
  /** Base address of the API. Default: what the page or `/config.json` says, else the page's own origin. */
  apiBase?: string | undefined
  /** Gives the sentence of a key in the host's words; `undefined` leaves it to the app's own. */
  translate?: ((key: string, params: WordParams) => string | undefined) | undefined
  /** Told of what people do ("file selected", "file removed", "file error"), with facts but no content. Default: nobody. */
  track?: Atelier['track'] | undefined
  /** Told of what the machines do, as XState's inspection events. Default: nobody. */
  inspect?: ((event: InspectionEvent) => void) | undefined
}

/** What views are handed, and what is behind it. */
export interface BegunAtelier {
  app: App
  atelier: Atelier
  learn: Speech['learn']
  /** Ends what was begun; the session stays signed in. */
  stop: () => void
}

/**
 * Begins the session and makes what every view is handed, with the sentences of every page and those of `vocabularies`.
 * Rejects where those cannot be had, and then nothing was begun.
 */
export async function beginAtelier(
  { element, apiBase: given, translate: said, track = () => {}, inspect: told }: AtelierOptions,
  ...vocabularies: readonly Vocabulary[]
): Promise<BegunAtelier> {
  if (told)
    lookers.add((actor) => {
      told({ type: '@xstate.actor', actorRef: actor, rootId: actor.sessionId })
      actor.system.inspect(told)
    })
  showTheme(preferredTheme())
  const language = preferredLanguage()
  document.documentElement.lang = language
  const { translate, learn } = createSpeech(language)
  const own = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? undefined
  const [apiBase, asked] = await Promise.all([
    given ?? readApiBase(),
    // It hears of everything from its beginning; where it doesn’t come, the app goes on without it.
    isAsked()
      ? inspector.fetch().then(
          (it) => it.begin(own) && it,
          () => null,
        )
      : null,
    learn(commonWords, ...vocabularies),
  ])
  const app = createApp({ apiBase, watch: enlist })
  const atelier: Atelier = {
    session: app.session,
    sendFile: app.sendFile,
    kept: app.cache,
    views: app.views,
    listen: app.listen,
    language,
    translate: said ? (key, params = {}) => said(key, params) ?? translate(key, params) : translate,
    learn,
    track,
    calls: app.api,
    reach: app.reach,
    askedJobs: app.askedJobs,
    ownWrites: app.ownWrites,
    ...(own && { version: { own, served: readServed } }),
    watch: enlist,
    inspect: () =>
      void inspector.want().then(
        ({ open }) => open(atelier, element),
        // That it did not come is told where all that is lost is.
        () => {},
      ),
  }
  asked?.open(atelier, element)
  const hearKey = (event: KeyboardEvent) => {
    if (event.key !== 'i' || !event.ctrlKey || event.altKey) return
    // Firefox shows the facts of the page by it.
    event.preventDefault()
    atelier.inspect?.()
  }
  addEventListener('keydown', hearKey)
  const stop = () => {
    removeEventListener('keydown', hearKey)
    app.close()
  }
  return { app, atelier, learn, stop }
}

/** What the server of the page may set without a new build. */
const Config = v.object({ apiBase: v.fallback(v.string(), '') })

/** The script that the server's page begins with now: its name is another in each version. */
async function readServed(signal: AbortSignal): Promise<string | null> {
  const page = await fetch('/', { cache: 'no-store', signal })
  return /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(page.ok ? await page.text() : '')?.[1] ?? null
}

async function readApiBase(): Promise<string> {
  // Our server's page says it; a page that hosts the app, and one that is developed, asks.
  const said = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')
  if (said) return said.content
  try {
    const answer = await fetch('/config.json', { credentials: 'same-origin' })
    return v.parse(Config, await answer.json()).apiBase
  } catch {
    return ''
  }
}
