import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { Asset } from '../../api/contract/assets.ts'
import type { ListPage } from '../../api/contract/list.ts'
import { cacheAsset } from '../asset-list/cached-asset.ts'
import { useAtelier } from '../context.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { linkClass } from '../kit/link-class.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import type { QueryResult } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { Card, QueryContent } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import styles from './RecentAssetsCard.module.css'

const MAX_RECENT_ASSETS = 9

export function RecentAssetsCard({ asking }: { asking: QueryResult<ListPage<Asset>> }) {
  const translate = useTranslate(dashboardMessages)
  return (
    <Card
      title={translate('home.recent')}
      isBusy={asking.isBusy && !asking.data}
      aside={
        <Link to="/assets" className={linkClass}>
          {translate('home.allAssets')}
        </Link>
      }
    >
      <QueryContent query={asking} skeleton={<RecentSkeleton />}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className={styles.grid}>
              {data.slice(0, MAX_RECENT_ASSETS).map((asset) => (
                <RecentAsset key={asset.id} asset={asset} />
              ))}
            </ul>
          ) : (
            <p className={dashboard.quiet}>{translate('home.noAssets')}</p>
          )
        }
      </QueryContent>
    </Card>
  )
}

function RecentAsset({ asset }: { asset: Asset }) {
  const { cache } = useAtelier()
  const { id, name, type, iconUrl, updatedAt } = asset
  return (
    <li className={styles.piece}>
      <Plinth pigment={pigmentOf(type)} src={iconUrl} size={64}>
        <CubeIcon />
      </Plinth>
      <Link
        to="/assets/$id"
        params={{ id }}
        className={styles.name}
        title={name}
        onClick={() => cacheAsset(cache, asset)}
      >
        {name}
      </Link>
      <span className={styles.when}>
        <TimeAgo at={updatedAt} />
      </span>
    </li>
  )
}

const RecentSkeleton = () => (
  <div className={styles.grid} aria-hidden="true">
    {[62, 48, 70, 54, 66, 44, 58, 72, 50].map((width) => (
      <div key={width} className={styles.piece}>
        <Skeleton shape="plinth" className={styles.plinth} />
        <Skeleton width={width} />
        <Skeleton width={44} height={10} />
      </div>
    ))}
  </div>
)
