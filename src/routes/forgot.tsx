import { createFileRoute } from '@tanstack/react-router'
import { sessionMessages } from '../ui/messages/session.ts'
import { AuthPageLayout } from '../ui/session/AuthPageLayout.tsx'
import { ForgotPasswordForm } from '../ui/session/ForgotPasswordForm.tsx'

export const Route = createFileRoute('/forgot')({
  loader: ({ context: { loadMessages } }) => loadMessages(sessionMessages),
  component: Forgot,
})

function Forgot() {
  const { api } = Route.useRouteContext()
  return (
    <AuthPageLayout>
      <ForgotPasswordForm
        requestReset={(email) => api.users.resetPassword({ body: { email } })}
        change={(body) => api.users.passwordByCode({ body })}
      />
    </AuthPageLayout>
  )
}
