import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Link } from '@tanstack/react-router'
import { may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { useAbility } from '../list/use-ability.ts'
import { ActivityCard } from './ActivityCard.tsx'
import { Attention } from './Attention.tsx'
import styles from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import { QueueCard } from './QueueCard.tsx'
import { RecentCard } from './RecentCard.tsx'
import { TypeChart } from './TypeChart.tsx'
import { useStanding } from './use-standing.ts'

/** How things stand, what waits for this person first: each part asks and fails by itself. */
export function DashboardScreen({ calls }: { calls: DashboardCalls }) {
  const { translate } = useAtelier()
  const ability = useAbility()
  const mayMake = may(ability, 'create', 'Asset')
  const recent = useStanding(calls, 'recent', { isLive: true })
  return (
    <>
      <PageHead
        title={translate('nav.home')}
        actions={
          mayMake && (
            <Link to="/assets/new" className={buttonClass({ variant: 'ink' })}>
              <Icon>
                <PlusIcon />
              </Icon>
              {translate('home.new')}
            </Link>
          )
        }
      />
      <div className={styles.page}>
        <Attention calls={calls} rights={{ mayMake, mayLock: may(ability, 'lock', 'Asset') }} />
        <TypeChart calls={calls} recent={recent} mayMake={mayMake} />
        <div className={styles.cards} data-count={mayMake ? 3 : 2}>
          {mayMake && <QueueCard calls={calls} />}
          <ActivityCard calls={calls} />
          <RecentCard asking={recent} />
        </div>
      </div>
    </>
  )
}
