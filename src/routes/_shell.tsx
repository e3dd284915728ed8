import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { Shell } from '../ui/shell/Shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ context, location }) => {
    if (!context.atelier.session.getSnapshot().context.data) {
      throw redirect({ to: '/signin', search: location.pathname === '/' ? {} : { to: location.href } })
    }
  },
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
})
