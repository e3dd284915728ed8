import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '../../ui/session/AccountScreen.tsx'
import { sessionWords } from '../../ui/words/session.ts'

export const Route = createFileRoute('/_shell/account')({
  loader: ({ context: { learn } }) => learn(sessionWords),
  component: Account,
})

/** The person's own account; reached from the account menu. */
function Account() {
  const { api } = Route.useRouteContext()
  return (
    <AccountScreen
      changeName={(name) => api.users.updateMe({ body: { name } })}
      changePassword={(body) => api.users.changePassword({ body })}
      loadSessions={async (signal) => (await api.auth.sessions({}, { signal })).data}
      endSessions={() => api.auth.logoutEverywhere()}
    />
  )
}
