import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { startTransition, useEffect, useState } from 'react'
import { identityOf } from '../machines/session/session-record.ts'
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

/**
 * Pages of one account. Remounts when another user signs in, here or in another tab, so that no state of the former user remains.
 */
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
 * Renders the page of an address. While a prerendered page is shown, the shell is rendered first and the page in a transition.
 * One long task would block input on the prerendered page.
 */
function Page() {
  const { isAppVisible } = useAtelier()
  const [isDue, setDue] = useState(() => isAppVisible?.() ?? true)
  useEffect(() => startTransition(() => setDue(true)), [])
  return isDue && <Outlet />
}
