import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { sessionMessages } from '../ui/messages/session.ts'
import { AuthPageLayout } from '../ui/session/AuthPageLayout.tsx'
import { ResetPasswordForm, StaleLinkNotice } from '../ui/session/ResetPasswordForm.tsx'

export const Route = createFileRoute('/reset-password')({
  /** Id of a mailed link. */
  validateSearch: v.object({ id: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  // The link is checked before the form is shown, so that the user does not type a password for a link that no longer works.
  loader: async ({ context: { api, loadMessages }, deps: { id } }) => {
    const [response] = await Promise.all([
      id === undefined ? undefined : api.auth.passwordIdVerification({ body: { id } }),
      loadMessages(sessionMessages),
    ])
    return response?.data.state ?? 'good'
  },
  component: ResetPassword,
})

function ResetPassword() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useSearch()
  const state = Route.useLoaderData()
  return (
    <AuthPageLayout>
      {state === 'good' ? (
        <ResetPasswordForm id={id} change={(body) => api.users.passwordByCode({ body })} />
      ) : (
        <StaleLinkNotice state={state} />
      )}
    </AuthPageLayout>
  )
}
