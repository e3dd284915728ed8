import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { activityMessages } from '../../../ui/messages/activity.ts'
import { sessionMessages } from '../../../ui/messages/session.ts'
import { usersMessages } from '../../../ui/messages/users.ts'
import { UserScreen } from '../../../ui/users/UserScreen.tsx'
import { createUserCalls } from '../../../ui/users/user-calls.ts'

export const Route = createFileRoute('/_shell/users/$userId/')({
  loader: ({ context: { loadMessages } }) => loadMessages(sessionMessages, activityMessages, usersMessages),
  component: Page,
})

/** Page of one user. Keyed by id, so that the page remounts for another user. */
function Page() {
  const { userId } = Route.useParams()
  const { api } = Route.useRouteContext()
  const calls = useMemo(() => createUserCalls(api, userId), [api, userId])
  return <UserScreen key={userId} userId={userId} calls={calls} />
}
