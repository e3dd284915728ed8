import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { identityOf } from '../machines/rules/session-record.ts'
import { useAtelier } from '../ui/context.ts'
import { Shell } from '../ui/shell/Shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ context, location }) => {
    if (!context.atelier.session.getSnapshot().context.data) {
      throw redirect({ to: '/signin', search: location.pathname === '/' ? {} : { to: location.href } })
    }
  },
  component: Pages,
})

/** The pages of one account: whoever signs in, here or in another tab, gets pages of their own, and who left leaves none. */
function Pages() {
  const { session } = useAtelier()
  const identity = useSelector(session, ({ context }) => identityOf(context.data))
  return (
    identity !== null && (
      <Shell key={identity}>
        <Outlet />
      </Shell>
    )
  )
}
