import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ResetPasswordForm, StaleLink } from '../ui/session/ResetPasswordForm.tsx'
import { Studio } from '../ui/session/Studio.tsx'
import { sessionWords } from '../ui/words/session.ts'

export const Route = createFileRoute('/reset-password')({
  /** The id of a mailed link. */
  validateSearch: v.object({ id: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  // Nobody types a new password for a link that is used up.
  loader: async ({ context: { api, learn }, deps: { id } }) => {
    const [answer] = await Promise.all([
      id === undefined ? undefined : api.auth.passwordIdVerification({ body: { id } }),
      learn(sessionWords),
    ])
    return answer === undefined || answer.data.isValid
  },
  component: ResetPassword,
})

/** Sets a new password. */
function ResetPassword() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useSearch()
  const isGood = Route.useLoaderData()
  return (
    <Studio>
      {isGood ? <ResetPasswordForm id={id} change={(body) => api.users.passwordByCode({ body })} /> : <StaleLink />}
    </Studio>
  )
}
