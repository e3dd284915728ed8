import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { safeReturn } from '../machines/rules/return-address.ts'
import { isAnonymous } from '../machines/rules/session-record.ts'
import { useAtelier } from '../ui/context.ts'
import { linkClass } from '../ui/kit/link-class.ts'
import { SignInForm } from '../ui/session/SignInForm.tsx'
import { Studio } from '../ui/session/Studio.tsx'
import { useWayBack } from '../ui/session/use-way-back.ts'
import { sessionWords } from '../ui/words/session.ts'

/** Why somebody was sent here (Spec §2), and where they go once signed in. */
const Search = v.object({
  reason: v.optional(v.fallback(v.optional(v.literal('login_required')), undefined)),
  to: v.optional(v.fallback(v.optional(v.string()), undefined)),
})

export const Route = createFileRoute('/signin')({
  validateSearch: Search,
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
  const { translate } = useAtelier()
  const { awaitedCode } = Route.useRouteContext()
  const { reason, to } = Route.useSearch()
  useWayBack(to)
  return (
    <Studio
      foot={
        <>
          {translate('signin.new')}{' '}
          <Link to="/signup" search={to === undefined ? {} : { to }} className={linkClass}>
            {translate('signin.create')}
          </Link>
        </>
      }
    >
      <SignInForm hasEnded={reason === 'login_required'} awaitedCode={awaitedCode()} />
    </Studio>
  )
}
