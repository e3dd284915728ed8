import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeReturn } from '../machines/rules/return-address.ts'
import { isAnonymous } from '../machines/rules/session-record.ts'
import { focusTitle } from '../ui/kit/focus-title.ts'
import { SignInPage } from '../ui/session/SignInPage.tsx'
import { SignInSearch } from '../ui/session/sign-in-search.ts'
import { sessionWords } from '../ui/words/session.ts'

export const Route = createFileRoute('/signin')({
  validateSearch: SignInSearch,
  // A guest may sign in to an account they have.
  beforeLoad: ({ context, search }) => {
    const { data } = context.atelier.session.getSnapshot().context
    if (data && !isAnonymous(data)) {
      throw redirect({ href: safeReturn(search.to, location.origin), replace: true })
    }
  },
  loader: ({ context: { learn } }) => learn(sessionWords),
  component: SignIn,
})

function SignIn() {
  const { awaitedCode } = Route.useRouteContext()
  const { reason, to } = Route.useSearch()
  // Whoever comes from a page of the app, whose frame is gone, had the focus there.
  useEffect(() => {
    if (document.activeElement === document.body) focusTitle(document.querySelector('main'))
  }, [])
  return <SignInPage reason={reason} to={to} awaitedCode={awaitedCode()} />
}
