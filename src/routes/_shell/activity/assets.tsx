import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { can } from '../../../machines/session/ability.ts'
import { AssetFeed } from '../../../ui/activity/AssetFeed.tsx'
import { createFeedCalls } from '../../../ui/activity/feed-calls.ts'
import { parseFeedSearch } from '../../../ui/activity/feed-search.ts'
import { useAbility } from '../../../ui/list/actions/use-ability.ts'
import { activityMessages } from '../../../ui/messages/activity.ts'
import { dashboardMessages } from '../../../ui/messages/dashboard.ts'
import { listMessages } from '../../../ui/messages/list.ts'

export const Route = createFileRoute('/_shell/activity/assets')({
  validateSearch: parseFeedSearch,
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, dashboardMessages, activityMessages),
  component: Events,
})

function Events() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const isAdmin = can(useAbility(), 'manage', 'all')
  const calls = useMemo(() => createFeedCalls(api, isAdmin), [api, isAdmin])
  return (
    <AssetFeed
      calls={calls}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
