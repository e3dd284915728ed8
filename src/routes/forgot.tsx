import { createFileRoute } from '@tanstack/react-router'
import { ForgotForm } from '../ui/session/ForgotForm.tsx'
import { Studio } from '../ui/session/Studio.tsx'
import { sessionWords } from '../ui/words/session.ts'

export const Route = createFileRoute('/forgot')({
  loader: ({ context: { learn } }) => learn(sessionWords),
  component: Forgot,
})

/** Asks for a mail to set a new password. */
function Forgot() {
  const { api } = Route.useRouteContext()
  return (
    <Studio>
      <ForgotForm
        requestReset={(email) => api.users.resetPassword({ body: { email } })}
        change={(body) => api.users.passwordByCode({ body })}
      />
    </Studio>
  )
}
