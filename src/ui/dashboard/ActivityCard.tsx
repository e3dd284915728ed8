import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecentChange } from '../../api/contract/audit.ts'
import { may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { dateFormat } from '../formats.ts'
import { Icon } from '../kit/Icon.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useAbility } from '../list/use-ability.ts'
import { exactTime } from '../relative-time.ts'
import { useMinutes } from '../use-minutes.ts'
import styles from './ActivityCard.module.css'
import { byDay, dayName } from './by-day.ts'
import { Answered, Card } from './Card.tsx'
import { changeWord } from './change-word.ts'
import dashboard from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import { partsOf } from './parts-of.ts'
import { useStanding } from './use-standing.ts'

/** How many changes are shown. */
const MOST = 8

const GLYPHS: Record<string, ReactNode> = {
  created: <PlusIcon />,
  deleted: <TrashIcon />,
  locked: <LockSimpleIcon />,
  restored: <ArrowCounterClockwiseIcon />,
  reverted: <ArrowCounterClockwiseIcon />,
  unlocked: <LockSimpleOpenIcon />,
}

/** What was last done to assets, day by day, as it happens. */
export function ActivityCard({ calls }: { calls: DashboardCalls }) {
  const { translate } = useAtelier()
  const asking = useStanding(calls, 'changes', { isLive: true })
  return (
    <Card
      title={translate('home.activity')}
      isBusy={asking.isBusy && !asking.answer}
      aside={
        may(useAbility(), 'read', 'Tag') && (
          <Link to="/activity/assets" className={linkClass}>
            {translate('home.allActivity')}
          </Link>
        )
      }
    >
      <Answered asking={asking} waiting={<Waiting />}>
        {({ data }) =>
          data.length > 0 ? (
            <Days changes={data.slice(0, MOST)} />
          ) : (
            <p className={dashboard.quiet}>{translate('home.noActivity')}</p>
          )
        }
      </Answered>
    </Card>
  )
}

function Days({ changes }: { changes: readonly RecentChange[] }) {
  const { language } = useAtelier()
  useMinutes()
  return byDay(changes).map(({ start, entries }) => (
    <section key={start} className={styles.day}>
      <h3>{dayName(start, Date.now(), language)}</h3>
      <ol>
        {entries.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
    </section>
  ))
}

function Change({ change }: { change: RecentChange }) {
  const { translate, language } = useAtelier()
  const { action, actor, asset, at } = change
  const who = actor.name ?? actor.email ?? translate('home.teamMember')
  const holes: Record<string, ReactNode> = {
    who: (
      <b key="who" title={actor.email}>
        {who}
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
      <p>{partsOf(translate(changeWord(change))).map((text, index) => (index % 2 === 0 ? text : holes[text]))}</p>
      <time dateTime={at} title={exactTime(at, language)}>
        {dateFormat(language, { timeStyle: 'short' }).format(Date.parse(at))}
      </time>
    </li>
  )
}

const Waiting = () => (
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
