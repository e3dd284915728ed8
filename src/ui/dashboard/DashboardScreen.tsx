import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Link } from '@tanstack/react-router'
import { can } from '../../machines/session/ability.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { useAbility } from '../list/actions/use-ability.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { useTranslate } from '../use-translate.ts'
import { ActivityCard } from './ActivityCard.tsx'
import { AttentionTiles } from './AttentionTiles.tsx'
import styles from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import { QueueCard } from './QueueCard.tsx'
import { RecentAssetsCard } from './RecentAssetsCard.tsx'
import { TypeChart } from './TypeChart.tsx'
import { useDashboardQuery } from './use-dashboard-query.ts'

/** Dashboard, with the user's pending items first. Each section loads and fails independently. */
export function DashboardScreen({ calls }: { calls: DashboardCalls }) {
  const translate = useTranslate(dashboardMessages)
  const ability = useAbility()
  const mayMake = can(ability, 'create', 'Asset')
  const recent = useDashboardQuery(calls, 'recent', { isLive: true })
  return (
    <>
      <PageHead
        title={translate('nav.home')}
        actions={
          mayMake && (
            <Link to="/assets/new" className={getButtonClass({ variant: 'ink' })}>
              <Icon>
                <PlusIcon />
              </Icon>
              {translate('home.new')}
            </Link>
          )
        }
      />
      <div className={styles.page}>
        <AttentionTiles calls={calls} rights={{ canCreate: mayMake, canLock: can(ability, 'lock', 'Asset') }} />
        <TypeChart calls={calls} recent={recent} canCreate={mayMake} />
        <div className={styles.cards} data-count={mayMake ? 3 : 2}>
          {mayMake && <QueueCard calls={calls} />}
          <ActivityCard calls={calls} />
          <RecentAssetsCard asking={recent} />
        </div>
      </div>
    </>
  )
}
