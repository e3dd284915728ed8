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
    const known = learn(sessionWords)
    const isGood = id === undefined || (await api.auth.passwordIdVerification({ body: { id } })).data.isValid
    await known
    return isGood
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
