import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import { waitFor } from 'xstate'
import { type BegunAtelier, beginAtelier } from './atelier.ts'
import { safeReturn } from './machines/rules/return-address.ts'
import { isAnonymous } from './machines/rules/session-record.ts'
import { type Atelier, AtelierContext } from './ui/context.ts'
import { part } from './ui/kit/part.ts'
import { SignInPage } from './ui/session/SignInPage.tsx'
import { SignInSearch } from './ui/session/sign-in-search.ts'
import { sessionWords } from './ui/words/session.ts'

const ahead = part(() => import('./ui/kit/ahead.ts'))

/**
 * Shows the page to sign in, without the router and the pages behind it, whose files are fetched once it is idle. `showApp`
 * shows the app in its place, at the page's address and with the same session, once that is open: it calls `leave`
 * just before, which takes this page off, and rejects where the app's code does not come. Rejects, with nothing shown, where the page cannot begin.
 */
export async function startSignIn(
  element: HTMLElement,
  showApp: (begun: BegunAtelier, leave?: () => void) => Promise<unknown>,
): Promise<void> {
  const begun = await beginAtelier({ element }, sessionWords)
  const { to, ...search } = v.parse(SignInSearch, Object.fromEntries(new URLSearchParams(location.search)))
  const { session, awaitedCode } = begun.app
  const { context } = await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  // A guest may sign in to an account they have.
  if (context.data && !isAnonymous(context.data)) {
    history.replaceState(null, '', safeReturn(to, location.origin))
    await showApp(begun)
    return
  }
  let isGoing = false
  const goOn = () => {
    // A second session, or a fault, while the app's code is on its way.
    if (isGoing) return
    isGoing = true
    showApp(begun, () => root.unmount()).catch(() => location.reload())
  }
  const atelier: Atelier = {
    ...begun.atelier,
    go(href, { replace = false } = {}) {
      if (!replace) return location.assign(href)
      history.replaceState(null, '', href)
      goOn()
    },
  }
  // What breaks here the app tells, which shows the same page.
  const root = createRoot(element, { onUncaughtError: () => setTimeout(goOn) })
  root.render(
    <StrictMode>
      <AtelierContext value={atelier}>
        <SignInPage {...search} to={to} awaitedCode={awaitedCode()} />
      </AtelierContext>
    </StrictMode>,
  )
  ahead.fetch().then(
    ({ fetchWhenIdle }) => fetchWhenIdle(),
    () => {},
  )
}
