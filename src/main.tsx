import './ui/base.css'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { createApp } from './app.ts'
import { safeReturn } from './machines/rules/return-address.ts'
import { routeTree } from './routes.gen.ts'
import { type Atelier, AtelierContext } from './ui/context.ts'
import { preferredLanguage, preferredTheme, showTheme } from './ui/preferences.ts'
import { commonWords } from './ui/words/common.ts'
import { createSpeech } from './ui/words.ts'

/** What the host of the page may set without a new build: the API's base address, empty for the same origin. */
const Config = v.object({ apiBase: v.fallback(v.string(), '') })

async function readConfig(): Promise<v.InferOutput<typeof Config>> {
  try {
    const answer = await fetch('/config.json', { credentials: 'same-origin' })
    return v.parse(Config, await answer.json())
  } catch {
    return { apiBase: '' }
  }
}

async function start(): Promise<void> {
  showTheme(preferredTheme())
  const language = preferredLanguage()
  document.documentElement.lang = language
  const { translate, learn } = createSpeech(language)
  const [config] = await Promise.all([readConfig(), learn(commonWords)])
  const app = createApp(config)
  const atelier: Atelier = {
    session: app.session,
    sendFile: app.sendFile,
    kept: app.cache,
    listen: app.listen,
    language,
    translate,
    track: () => {},
  }
  const router = createRouter({
    routeTree,
    context: { api: app.api, awaitedCode: app.awaitedCode, atelier, learn },
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    scrollRestoration: true,
  })
  app.session.on('session.closed', ({ reason }) => {
    const { href } = router.state.location
    if (reason === 'login_required') {
      router.navigate({ to: '/signin', search: { reason, to: safeReturn(href, location.origin) }, replace: true })
    } else router.navigate({ to: '/signin' })
  })
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <AtelierContext value={atelier}>
        <RouterProvider router={router} />
      </AtelierContext>
    </StrictMode>,
  )
}

start()
