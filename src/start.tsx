import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type AtelierOptions, type BegunAtelier, beginAtelier } from './atelier.ts'
import { safeReturn } from './machines/rules/return-address.ts'
import { routeTree } from './routes.gen.ts'
import { type Atelier, AtelierContext } from './ui/context.ts'
import { part } from './ui/kit/part.ts'
import { savesData } from './ui/kit/saves-data.ts'
import { Failure } from './ui/shell/Failure.tsx'

export type { AtelierOptions }

/** An app that was started. */
export interface RunningAtelier {
  /** Takes the app off the page and ends what it was doing; the session stays signed in. */
  stop: () => void
}

/** Starts the app on a page; it takes the page's address for its own. Resolves once it is shown. */
export async function startAtelier(options: AtelierOptions): Promise<RunningAtelier> {
  return showApp(options.element, await beginAtelier(options))
}

/** Shows the app of a session that was begun, at the page's address; `from` is the path of what was shown in its place before. */
export function showApp(
  element: HTMLElement,
  { app, learn, stop, ...begun }: BegunAtelier,
  from?: string,
): RunningAtelier {
  const atelier: Atelier = {
    ...begun.atelier,
    ...(from !== undefined && { from }),
    isSeen: () => element.isConnected,
    go: (href, { replace = false } = {}) => void router.navigate({ href, replace }),
  }
  const router = createRouter({
    routeTree,
    context: { api: app.api, awaitedCode: app.awaitedCode, atelier, learn },
    defaultPreload: savesData() ? false : 'intent',
    defaultPendingMs: 200,
    // A page that breaks, or does not come, leaves the shell around it.
    defaultErrorComponent: Failure,
    scrollRestoration: true,
  })
  app.session.on('session.closed', ({ reason }) => {
    const { href } = router.state.location
    if (reason === 'login_required') {
      router.navigate({ to: '/signin', search: { reason, to: safeReturn(href, location.origin) }, replace: true })
    } else router.navigate({ to: '/signin' })
  })
  part(app.fetchSender)
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <AtelierContext value={atelier}>
        <RouterProvider router={router} />
      </AtelierContext>
    </StrictMode>,
  )
  return {
    stop() {
      root.unmount()
      stop()
    },
  }
}
