import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toSafeReturnUrl } from '../machines/session/return-url.ts'
import { isAnonymous } from '../machines/session/session-record.ts'
import { focusTitle } from '../ui/kit/focus-title.ts'
import { sessionMessages } from '../ui/messages/session.ts'
import { SignInPage } from '../ui/session/SignInPage.tsx'
import { SignInSearchSchema } from '../ui/session/sign-in-search.ts'

export const Route = createFileRoute('/signin')({
  validateSearch: SignInSearchSchema,
  // Guests are not redirected: they can sign in to an existing account.
  beforeLoad: ({ context, search }) => {
    const { data } = context.atelier.session.getSnapshot().context
    if (data && !isAnonymous(data)) {
      throw redirect({ href: toSafeReturnUrl(search.to, location.origin), replace: true })
    }
  },
  loader: ({ context: { loadMessages } }) => loadMessages(sessionMessages),
  component: SignIn,
})

function SignIn() {
  const { pendingCodeEmail } = Route.useRouteContext()
  const { reason, to } = Route.useSearch()
  // After a navigation within the app, the previously focused element no longer exists.
  useEffect(() => {
    if (document.activeElement === document.body) focusTitle(document.querySelector('main'))
  }, [])
  return <SignInPage reason={reason} to={to} awaitedCode={pendingCodeEmail()} />
}
