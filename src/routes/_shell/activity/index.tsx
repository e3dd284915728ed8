import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AuditRecord, audit } from '../../../api/contract/audit.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import { may } from '../../../machines/rules/ability.ts'
import { activityColumns, activityOnPhone } from '../../../ui/activity/activity-columns.tsx'
import {
  ACTIVITY_PAGES,
  ACTIVITY_SHAPE,
  type ActivityFilter,
  activityFilters,
} from '../../../ui/activity/activity-filters.tsx'
import { useAtelier } from '../../../ui/context.ts'
import type { ListDefinition } from '../../../ui/list/definition.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch } from '../../../ui/list/search.ts'
import { useAbility } from '../../../ui/list/use-ability.ts'
import { activityWords } from '../../../ui/words/activity.ts'
import { listWords } from '../../../ui/words/list.ts'
import { sessionWords } from '../../../ui/words/session.ts'

type AuditQuery = NonNullable<Input<typeof audit.list>['query']>

/** How soon rows are asked for again, in milliseconds. */
const STALE_MS = 15_000

export const Route = createFileRoute('/_shell/activity/')({
  validateSearch: listSearch(ACTIVITY_SHAPE),
  loader: ({ context: { learn } }) => learn(listWords, sessionWords, activityWords),
  staticData: { nav: { word: 'nav.activity', icon: 'activity', order: 7, needs: ['read', 'Tag'], isWorkspace: true } },
  component: Activity,
})

/** What happened to accounts: to all of them for an admin, to one’s own for everybody else. */
function Activity() {
  const { api } = Route.useRouteContext()
  const { translate } = useAtelier()
  const isAdmin = may(useAbility(), 'manage', 'all')
  const list = useMemo(
    (): ListDefinition<AuditRecord, ActivityFilter> => ({
      ...ACTIVITY_SHAPE,
      filters: activityFilters(isAdmin ? api.accounts : null, translate),
      id: isAdmin ? 'activity' : 'own-activity',
      title: isAdmin ? 'audit.title' : 'audit.own',
      siblings: ACTIVITY_PAGES,
      failed: 'audit.failed',
      empty: { text: 'audit.empty' },
      nameOf: ({ action }) => translate(`audit.${action}`),
      columns: activityColumns(isAdmin),
      phone: activityOnPhone,
      phonePicture: 'none',
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as AuditQuery
        return isAdmin ? api.audit.list({ query }, { signal }) : api.audit.own({ query: ownOnly(query) }, { signal })
      },
      staleAfter: () => STALE_MS,
    }),
    [api, translate, isAdmin],
  )
  return <ListPage list={list} />
}

/** What is the person’s own is of nobody else, whatever the address says. */
const ownOnly = ({ userId: _, address: __, ...query }: AuditQuery): AuditQuery => query
