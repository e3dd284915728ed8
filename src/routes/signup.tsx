import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { safeReturn } from '../machines/rules/return-address.ts'
import { isAnonymous } from '../machines/rules/session-record.ts'
import { useAtelier } from '../ui/context.ts'
import { linkClass } from '../ui/kit/link-class.ts'
import { SignUpForm } from '../ui/session/SignUpForm.tsx'
import { Studio } from '../ui/session/Studio.tsx'
import { useWayBack } from '../ui/session/use-way-back.ts'
import { sessionWords } from '../ui/words/session.ts'

export const Route = createFileRoute('/signup')({
  /** Where one goes once there is an account. */
  validateSearch: v.object({ to: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  // A guest keeps id and wardrobe by signing up.
  beforeLoad: ({ context, search }) => {
    const { data } = context.atelier.session.getSnapshot().context
    if (data && !isAnonymous(data)) {
      throw redirect({ href: safeReturn(search.to, location.origin), replace: true })
    }
  },
  loader: ({ context: { learn } }) => learn(sessionWords),
  component: SignUp,
})

function SignUp() {
  const { translate } = useAtelier()
  const { api } = Route.useRouteContext()
  const { to } = Route.useSearch()
  useWayBack(to)
  return (
    <Studio
      foot={
        <>
          {translate('signup.have')}{' '}
          <Link to="/signin" search={to === undefined ? {} : { to }} className={linkClass}>
            {translate('signin.submit')}
          </Link>
        </>
      }
    >
      <SignUpForm
        to={to}
        emailExists={async (email, signal) => (await api.users.emailExists({ email }, { signal })).data.exists}
      />
    </Studio>
  )
}
