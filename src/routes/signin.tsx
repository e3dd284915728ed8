import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { safeReturn } from '../machines/rules/return-address.ts'
import { useAtelier } from '../ui/context.ts'
import { SignInForm } from '../ui/session/SignInForm.tsx'
import { Studio } from '../ui/session/Studio.tsx'

/** Why somebody was sent here (Spec §2), and where they go once signed in. */
const Search = v.object({
  reason: v.optional(v.fallback(v.optional(v.literal('login_required')), undefined)),
  to: v.optional(v.fallback(v.optional(v.string()), undefined)),
})

export const Route = createFileRoute('/signin')({
  validateSearch: Search,
  beforeLoad: ({ context, search }) => {
    if (context.atelier.session.getSnapshot().matches('signedIn')) {
      throw redirect({ href: safeReturn(search.to, location.origin), replace: true })
    }
  },
  component: SignIn,
})

function SignIn() {
  const { session } = useAtelier()
  const { reason, to } = Route.useSearch()
  const navigate = Route.useNavigate()
  useEffect(() => {
    const opened = session.on('session.opened', () => {
      navigate({ href: safeReturn(to, location.origin), replace: true })
    })
    return () => opened.unsubscribe()
  }, [session, navigate, to])
  return (
    <Studio>
      <SignInForm hasEnded={reason === 'login_required'} />
    </Studio>
  )
}
