import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { may } from '../../../machines/rules/ability.ts'
import { AssetFeed } from '../../../ui/activity/AssetFeed.tsx'
import { feedCalls } from '../../../ui/activity/feed-calls.ts'
import { feedSearch } from '../../../ui/activity/feed-search.ts'
import { useAbility } from '../../../ui/list/use-ability.ts'
import { activityWords } from '../../../ui/words/activity.ts'
import { dashboardWords } from '../../../ui/words/dashboard.ts'
import { listWords } from '../../../ui/words/list.ts'

export const Route = createFileRoute('/_shell/activity/assets')({
  validateSearch: feedSearch,
  loader: ({ context: { learn } }) => learn(listWords, dashboardWords, activityWords),
  component: Events,
})

/** What happened to assets in the last days, as it happens. */
function Events() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const isAdmin = may(useAbility(), 'manage', 'all')
  const calls = useMemo(() => feedCalls(api, isAdmin), [api, isAdmin])
  return (
    <AssetFeed
      calls={calls}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
