import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AuditRecord, audit } from '../../../api/contract/audit.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import { can } from '../../../machines/session/ability.ts'
import { createActivityColumns, toActivityPhoneItem } from '../../../ui/activity/activity-columns.tsx'
import {
  ACTIVITY_LIST_SHAPE,
  ACTIVITY_SIBLING_LINKS,
  type ActivityFilter,
  createActivityFilters,
} from '../../../ui/activity/activity-filters.tsx'
import { useAbility } from '../../../ui/list/actions/use-ability.ts'
import type { ListDefinition } from '../../../ui/list/definition.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../../ui/list/state/list-search.ts'
import { activityMessages } from '../../../ui/messages/activity.ts'
import { listMessages } from '../../../ui/messages/list.ts'
import { sessionMessages } from '../../../ui/messages/session.ts'
import { useTranslate } from '../../../ui/use-translate.ts'

type AuditQuery = NonNullable<Input<typeof audit.list>['query']>

const STALE_MS = 15_000

export const Route = createFileRoute('/_shell/activity/')({
  validateSearch: createSearchValidator(ACTIVITY_LIST_SHAPE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, sessionMessages, activityMessages),
  staticData: {
    nav: { labelKey: 'nav.activity', icon: 'activity', order: 7, needs: ['read', 'Tag'], isWorkspace: true },
  },
  component: Activity,
})

/** Audit trail: of all accounts for admins, otherwise of the user's own account. */
function Activity() {
  const { api } = Route.useRouteContext()
  const translate = useTranslate(activityMessages)
  const isAdmin = can(useAbility(), 'manage', 'all')
  const list = useMemo(
    (): ListDefinition<AuditRecord, ActivityFilter> => ({
      ...ACTIVITY_LIST_SHAPE,
      filters: createActivityFilters(isAdmin ? api.accounts : null, translate),
      id: isAdmin ? 'activity' : 'own-activity',
      title: isAdmin ? 'audit.title' : 'audit.own',
      siblings: ACTIVITY_SIBLING_LINKS,
      failed: 'audit.failed',
      empty: { text: 'audit.empty' },
      nameOf: ({ action }) => translate(`audit.${action}`),
      columns: createActivityColumns(isAdmin),
      phone: toActivityPhoneItem,
      phonePicture: 'none',
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as AuditQuery
        return isAdmin
          ? api.audit.list({ query }, { signal })
          : api.audit.own({ query: omitOtherUserFilters(query) }, { signal })
      },
      staleAfterMs: () => STALE_MS,
    }),
    [api, translate, isAdmin],
  )
  return <ListRoute list={list} />
}

/** Removes the filters for other users, which the address may contain. */
const omitOtherUserFilters = ({ userId: _, address: __, ...query }: AuditQuery): AuditQuery => query
