import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { Asset } from '../../api/contract/assets.ts'
import type { ListPage } from '../../api/contract/list.ts'
import { keepSeen } from '../asset-list/seen-asset.ts'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { TimeAgo } from '../TimeAgo.tsx'
import type { Asking } from '../use-asking.ts'
import { Answered, Card } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import styles from './RecentCard.module.css'

/** How many assets are shown. */
const MOST = 9

/** The assets that changed last, with their pictures. */
export function RecentCard({ asking }: { asking: Asking<ListPage<Asset>> }) {
  const { translate } = useAtelier()
  return (
    <Card
      title={translate('home.recent')}
      isBusy={asking.isBusy && !asking.answer}
      aside={
        <Link to="/assets" className={linkClass}>
          {translate('home.allAssets')}
        </Link>
      }
    >
      <Answered asking={asking} waiting={<Waiting />}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className={styles.grid}>
              {data.slice(0, MOST).map((asset) => (
                <Piece key={asset.id} asset={asset} />
              ))}
            </ul>
          ) : (
            <p className={dashboard.quiet}>{translate('home.noAssets')}</p>
          )
        }
      </Answered>
    </Card>
  )
}

function Piece({ asset }: { asset: Asset }) {
  const { kept } = useAtelier()
  const { id, name, type, iconUrl, updatedAt } = asset
  return (
    <li className={styles.piece}>
      <Plinth pigment={pigmentOf(type)} src={iconUrl} size={64}>
        <CubeIcon />
      </Plinth>
      <Link to="/assets/$id" params={{ id }} className={styles.name} title={name} onClick={() => keepSeen(kept, asset)}>
        {name}
      </Link>
      <span className={styles.when}>
        <TimeAgo at={updatedAt} />
      </span>
    </li>
  )
}

const Waiting = () => (
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
