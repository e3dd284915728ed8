import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { UserScreen } from '../../../ui/users/UserScreen.tsx'
import { userCalls } from '../../../ui/users/user-calls.ts'
import { activityWords } from '../../../ui/words/activity.ts'
import { sessionWords } from '../../../ui/words/session.ts'
import { usersWords } from '../../../ui/words/users.ts'

export const Route = createFileRoute('/_shell/users/$userId/')({
  loader: ({ context: { learn } }) => learn(sessionWords, activityWords, usersWords),
  component: Page,
})

/** A page for each user: going from one to another starts anew. */
function Page() {
  const { userId } = Route.useParams()
  const { api } = Route.useRouteContext()
  const calls = useMemo(() => userCalls(api, userId), [api, userId])
  return <UserScreen key={userId} userId={userId} calls={calls} />
}
