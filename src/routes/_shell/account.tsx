import { createFileRoute } from '@tanstack/react-router'
import { sessionMessages } from '../../ui/messages/session.ts'
import { AccountScreen } from '../../ui/session/AccountScreen.tsx'

export const Route = createFileRoute('/_shell/account')({
  loader: ({ context: { loadMessages } }) => loadMessages(sessionMessages),
  component: Account,
})

function Account() {
  const { api } = Route.useRouteContext()
  return (
    <AccountScreen
      changeName={(name) => api.users.updateMe({ body: { name } })}
      changePassword={(body) => api.users.changePassword({ body })}
      loadSessions={async (signal) => (await api.auth.sessions({}, { signal })).data}
      endSession={(sessionId) => api.auth.endSession({ sessionId })}
      endSessions={() => api.auth.logoutEverywhere()}
    />
  )
}
