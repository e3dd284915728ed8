import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type AtelierInstance, type AtelierOptions, createAtelier } from './atelier.ts'
import { toSafeReturnUrl } from './machines/session/return-url.ts'
import { routeTree } from './routes.gen.ts'
import { type Atelier, AtelierContext } from './ui/context.ts'
import { isDataSaverOn } from './ui/kit/loading/is-data-saver-on.ts'
import { lazyModule } from './ui/kit/loading/lazy-module.ts'
import { RouteError } from './ui/shell/RouteError.tsx'

export type { AtelierOptions }

declare module '@tanstack/react-router' {
  // Without this declaration the context and parameters of every route have the type `any`.
  interface Register {
    router: ReturnType<typeof createRouter<typeof routeTree>>
  }
}

export interface RunningAtelier {
  /** Unmounts the app and stops its work; the session stays signed in. */
  stop: () => void
}

/** Starts the app on an HTML page, and lets the app control the address. Resolves once the app is shown. */
export async function startAtelier(options: AtelierOptions): Promise<RunningAtelier> {
  return showApp(options.element, await createAtelier(options))
}

/** Shows the app for a started session, at the page's address. `from` is the path of the page that the app replaces. */
export function showApp(
  element: HTMLElement,
  { app, loadMessages, stop, ...instance }: AtelierInstance,
  from?: string,
): RunningAtelier {
  const atelier: Atelier = {
    ...instance.atelier,
    ...(from !== undefined && { prerenderedPath: from }),
    isAppVisible: () => element.isConnected,
    navigate: (href, { replace = false } = {}) => void router.navigate({ href, replace }),
  }
  const router = createRouter({
    routeTree,
    context: { api: app.api, pendingCodeEmail: app.pendingCodeEmail, atelier, loadMessages },
    defaultPreload: isDataSaverOn() ? false : 'intent',
    defaultPendingMs: 200,
    // The shell stays visible around a page that failed.
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
  app.session.on('session.closed', ({ reason }) => {
    const { href } = router.state.location
    if (reason === 'login_required') {
      router.navigate({ to: '/signin', search: { reason, to: toSafeReturnUrl(href, location.origin) }, replace: true })
    } else router.navigate({ to: '/signin' })
  })
  lazyModule(app.preloadSender)
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
