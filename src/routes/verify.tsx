import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { sessionMessages } from '../ui/messages/session.ts'
import { AuthPageLayout } from '../ui/session/AuthPageLayout.tsx'
import { VerifyEmailForm } from '../ui/session/VerifyEmailForm.tsx'

export const Route = createFileRoute('/verify')({
  /** Id of a mailed link. */
  validateSearch: v.object({ id: v.optional(v.fallback(v.optional(v.string()), undefined)) }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  // Only reads the link's state, because mail scanners open links and run the scripts of the linked pages.
  loader: async ({ context: { api, loadMessages }, deps: { id } }) => {
    const [response] = await Promise.all([
      id === undefined ? undefined : api.users.verificationLink({ body: { verificationId: id } }),
      loadMessages(sessionMessages),
    ])
    return response?.data
  },
  component: Verify,
})

function Verify() {
  const { id } = Route.useSearch()
  const link = Route.useLoaderData()
  return (
    <AuthPageLayout>
      <VerifyEmailForm id={id} link={link} />
    </AuthPageLayout>
  )
}
