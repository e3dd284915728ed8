import type { PrerenderedPage } from '../api/prefetched-call.ts'
import { isSignedOut } from '../ui/is-signed-out.ts'
import { Spinner } from '../ui/kit/feedback/Spinner.tsx'
import { Icon } from '../ui/kit/Icon.tsx'
import { waitForNextPaint } from '../ui/kit/loading/wait-for-next-paint.ts'
import { SignInPage } from '../ui/session/SignInPage.tsx'
import { renderToFragment } from './mini-jsx.ts'
import { loadDeferredStyles, renderPage } from './render-page.ts'
import { replaceWithApp } from './replace-with-app.ts'

/**
 * Renders the sign-in page while the app's code loads, if no user is signed in. The fields accept input. The page stays until the
 * app has rendered the same content.
 */
export async function prerenderPage(): Promise<PrerenderedPage | undefined> {
  await loadDeferredStyles()
  const container = document.getElementById('app')
  if (!container || !isSignedOut() || !globalThis.atelierPrerenderedPage) return undefined
  const searchParams = new URLSearchParams(location.search)
  const reason = searchParams.get('reason') === 'login_required' ? 'login_required' : undefined
  const { translate } = renderPage(container, null, () =>
    SignInPage({ reason, to: searchParams.get('to') ?? undefined }),
  )
  const appElement = replaceWithApp(container, {
    isSameUser: isSignedOut,
    isFullyRendered: (element) => element.querySelector('form') !== null,
    submitIndicator: {
      glyph: renderToFragment(Icon({ children: Spinner() })).firstChild!,
      text: translate('action.working'),
    },
  })
  return { appElement, painted: waitForNextPaint() }
}
