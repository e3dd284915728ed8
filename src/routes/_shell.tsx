import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { startTransition, useEffect, useState } from 'react'
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
        <Page />
      </Shell>
    )
  )
}

/**
 * The page of an address. While nobody sees it the shell is drawn first, and the page bit by bit after it: both at once would
 * hold up whatever is done to the page that stands in its place.
 */
function Page() {
  const { isSeen } = useAtelier()
  const [isDue, setDue] = useState(() => isSeen?.() ?? true)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && <Outlet />
}
