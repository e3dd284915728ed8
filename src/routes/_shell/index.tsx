import { createFileRoute } from '@tanstack/react-router'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { DashboardScreen } from '../../ui/dashboard/DashboardScreen.tsx'
import { askedAhead, dashboardCalls } from '../../ui/dashboard/dashboard-calls.ts'
import { dashboardWords } from '../../ui/words/dashboard.ts'
import { jobsWords } from '../../ui/words/jobs.ts'

export const Route = createFileRoute('/_shell/')({
  beforeLoad: ({ context: { api, atelier }, cause }) => {
    const ability = abilityOf(atelier.session.getSnapshot().context.data?.token)
    const seen = ['counts', 'recent', 'changes'] as const
    const own = may(ability, 'create', 'Asset') ? (['failed', 'undrawn', 'queue'] as const) : []
    const calls = dashboardCalls(api)
    return { dashboard: cause === 'enter' ? askedAhead(calls, [...seen, ...own]) : calls }
  },
  loader: ({ context: { learn } }) => learn(dashboardWords, jobsWords),
  staticData: { nav: { word: 'nav.home', icon: 'home', order: 0, exact: true, tab: 0 } },
  component: Dashboard,
})

function Dashboard() {
  return <DashboardScreen calls={Route.useRouteContext().dashboard} />
}
