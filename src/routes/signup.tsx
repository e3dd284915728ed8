import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { toSafeReturnUrl } from '../machines/session/return-url.ts'
import { isAnonymous } from '../machines/session/session-record.ts'
import { linkClass } from '../ui/kit/link-class.ts'
import { sessionMessages } from '../ui/messages/session.ts'
import { AuthPageLayout } from '../ui/session/AuthPageLayout.tsx'
import { SignUpForm } from '../ui/session/SignUpForm.tsx'
import { useReturnAfterSignIn } from '../ui/session/use-return-after-sign-in.ts'
import { useTranslate } from '../ui/use-translate.ts'

export const Route = createFileRoute('/signup')({
  /** Address to return to after sign-up. */
  validateSearch: v.object({ to: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  // Guests are not redirected: by signing up they retain their id and wardrobe.
  beforeLoad: ({ context, search }) => {
    const { data } = context.atelier.session.getSnapshot().context
    if (data && !isAnonymous(data)) {
      throw redirect({ href: toSafeReturnUrl(search.to, location.origin), replace: true })
    }
  },
  loader: ({ context: { loadMessages } }) => loadMessages(sessionMessages),
  component: SignUp,
})

function SignUp() {
  const translate = useTranslate(sessionMessages)
  const { api } = Route.useRouteContext()
  const { to } = Route.useSearch()
  useReturnAfterSignIn(to)
  return (
    <AuthPageLayout
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
    </AuthPageLayout>
  )
}
