import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecentChange } from '../../api/contract/audit.ts'
import { can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import { getDateFormatter } from '../formats.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { linkClass } from '../kit/link-class.ts'
import { useAbility } from '../list/actions/use-ability.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { formatExactTime } from '../relative-time.ts'
import { useMinuteTick } from '../use-minute-tick.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ActivityCard.module.css'
import { Card, QueryContent } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import { formatDayName, groupByCalendarDay } from './group-by-calendar-day.ts'
import { messageKeyOfChange } from './message-key-of-change.ts'
import { splitMessage } from './split-message.ts'
import { useDashboardQuery } from './use-dashboard-query.ts'

const MAX_CHANGES = 8

const GLYPHS: Record<string, ReactNode> = {
  created: <PlusIcon />,
  deleted: <TrashIcon />,
  locked: <LockSimpleIcon />,
  restored: <ArrowCounterClockwiseIcon />,
  reverted: <ArrowCounterClockwiseIcon />,
  unlocked: <LockSimpleOpenIcon />,
}

export function ActivityCard({ calls }: { calls: DashboardCalls }) {
  const translate = useTranslate(dashboardMessages)
  const query = useDashboardQuery(calls, 'changes', { isLive: true })
  return (
    <Card
      title={translate('home.activity')}
      isBusy={query.isBusy && !query.data}
      aside={
        can(useAbility(), 'read', 'Tag') && (
          <Link to="/activity/assets" className={linkClass}>
            {translate('home.allActivity')}
          </Link>
        )
      }
    >
      <QueryContent query={query} skeleton={<ActivitySkeleton />}>
        {({ data }) =>
          data.length > 0 ? (
            <ChangeDays changes={data.slice(0, MAX_CHANGES)} />
          ) : (
            <p className={dashboard.quiet}>{translate('home.noActivity')}</p>
          )
        }
      </QueryContent>
    </Card>
  )
}

function ChangeDays({ changes }: { changes: readonly RecentChange[] }) {
  const { language } = useAtelier()
  useMinuteTick()
  return groupByCalendarDay(changes).map(({ start, entries }) => (
    <section key={start} className={styles.day}>
      <h3>{formatDayName(start, Date.now(), language)}</h3>
      <ol>
        {entries.map((change) => (
          <ChangeItem key={change.id} change={change} />
        ))}
      </ol>
    </section>
  ))
}

function ChangeItem({ change }: { change: RecentChange }) {
  const translate = useTranslate(dashboardMessages)
  const { language } = useAtelier()
  const { action, actor, asset, at } = change
  const actorName = actor.name ?? actor.email ?? translate('home.teamMember')
  const placeholders: Record<string, ReactNode> = {
    who: (
      <b key="who" title={actor.email}>
        {actorName}
      </b>
    ),
    asset: (
      <Link key="asset" to="/assets/$id" params={{ id: asset.id }}>
        {asset.name}
      </Link>
    ),
  }
  return (
    <li className={styles.change}>
      <span className={styles.dot}>
        <Icon size="fit">{GLYPHS[action] ?? <PencilSimpleIcon />}</Icon>
      </span>
      <p>
        {splitMessage(translate(messageKeyOfChange(change))).map((text, index) =>
          index % 2 === 0 ? text : placeholders[text],
        )}
      </p>
      <time dateTime={at} title={formatExactTime(at, language)}>
        {getDateFormatter(language, { timeStyle: 'short' }).format(Date.parse(at))}
      </time>
    </li>
  )
}

const ActivitySkeleton = () => (
  <div className={styles.day} aria-hidden="true">
    <h3>
      <Skeleton width={48} height={11} />
    </h3>
    {[188, 214, 162, 196, 176].map((width) => (
      <div key={width} className={styles.change}>
        <Skeleton shape="round" height={20} />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)
