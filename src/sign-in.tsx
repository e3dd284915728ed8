import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { waitFor } from 'xstate'
import { type AtelierInstance, createAtelier } from './atelier.ts'
import { toSafeReturnUrl } from './machines/session/return-url.ts'
import { isAnonymous } from './machines/session/session-record.ts'
import { type Atelier, AtelierContext } from './ui/context.ts'
import { lazyModule } from './ui/kit/loading/lazy-module.ts'
import { sessionMessages } from './ui/messages/session.ts'
import { SignInPage } from './ui/session/SignInPage.tsx'
import { SignInSearchSchema } from './ui/session/sign-in-search.ts'

const prefetchModule = lazyModule(() => import('./ui/kit/loading/prefetch.ts'))

/**
 * Shows the sign-in page without the router and the other pages, whose files are prefetched when the page is idle. After sign-in,
 * `showApp` shows the app at the same address with the same session. `showApp` first calls `unmount`, which removes this page,
 * and rejects if the app's code fails to load. `showSignIn` rejects, with nothing shown, if the page cannot start.
 */
export async function showSignIn(
  element: HTMLElement,
  showApp: (instance: AtelierInstance, unmount?: () => void) => Promise<unknown>,
): Promise<void> {
  const instance = await createAtelier({ element }, sessionMessages)
  const { to, ...search } = v.parse(SignInSearchSchema, Object.fromEntries(new URLSearchParams(location.search)))
  const { session, pendingCodeEmail } = instance.app
  const { context } = await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  // Guests can sign in to an existing account.
  if (context.data && !isAnonymous(context.data)) {
    history.replaceState(null, '', toSafeReturnUrl(to, location.origin))
    await showApp(instance)
    return
  }
  let isSwitching = false
  const switchToApp = () => {
    // This function is called again if a second session or an error occurs while the app's code loads.
    if (isSwitching) return
    isSwitching = true
    showApp(instance, () => root.unmount()).catch(() => location.reload())
  }
  const atelier: Atelier = {
    ...instance.atelier,
    navigate(href, { replace = false } = {}) {
      if (!replace) return location.assign(href)
      history.replaceState(null, '', href)
      switchToApp()
    },
  }
  // After a rendering error the app shows the same page with the error.
  const root = createRoot(element, { onUncaughtError: () => setTimeout(switchToApp) })
  root.render(
    <StrictMode>
      <AtelierContext value={atelier}>
        <SignInPage {...search} to={to} awaitedCode={pendingCodeEmail()} />
      </AtelierContext>
    </StrictMode>,
  )
  prefetchModule.prefetch().then(
    ({ prefetchWhenIdle }) => prefetchWhenIdle(),
    () => {},
  )
}
