import { createFileRoute } from '@tanstack/react-router'
import { abilityOf, can } from '../../machines/session/ability.ts'
import { DashboardScreen } from '../../ui/dashboard/DashboardScreen.tsx'
import { createDashboardCalls, withPrefetch } from '../../ui/dashboard/dashboard-calls.ts'
import { dashboardMessages } from '../../ui/messages/dashboard.ts'
import { jobsMessages } from '../../ui/messages/jobs.ts'

export const Route = createFileRoute('/_shell/')({
  beforeLoad: ({ context: { api, atelier }, cause }) => {
    const ability = abilityOf(atelier.session.getSnapshot().context.data?.token)
    const commonCalls = ['counts', 'recent', 'changes'] as const
    const creatorCalls = can(ability, 'create', 'Asset') ? (['failed', 'undrawn', 'queue'] as const) : []
    const calls = createDashboardCalls(api)
    return { dashboard: cause === 'enter' ? withPrefetch(calls, [...commonCalls, ...creatorCalls]) : calls }
  },
  loader: ({ context: { loadMessages } }) => loadMessages(dashboardMessages, jobsMessages),
  staticData: { nav: { labelKey: 'nav.home', icon: 'home', order: 0, exact: true, tab: 0 } },
  component: Dashboard,
})

function Dashboard() {
  return <DashboardScreen calls={Route.useRouteContext().dashboard} />
}
