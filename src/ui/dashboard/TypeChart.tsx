import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useId } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { ListPage } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { joinClassNames } from '../kit/join-class-names.ts'
import { linkClass } from '../kit/link-class.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { useIsTouchOnly } from '../use-is-touch-only.ts'
import { type QueryResult, useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { QueryContent } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import styles from './TypeChart.module.css'
import { buildTypeColumns, sumCounts, type TypeColumn, type TypeCount } from './type-columns.ts'
import { useDashboardQuery } from './use-dashboard-query.ts'

export interface TypeChartProps {
  calls: DashboardCalls
  recent: QueryResult<ListPage<Asset>>
  canCreate: boolean
}

/**
 * Chart of the number of assets, in total and by type. Heights are proportional to the numbers. Each column links to the assets
 * of its type.
 */
export function TypeChart({ calls, recent, canCreate }: TypeChartProps) {
  const translate = useTranslate(dashboardMessages)
  const { language } = useAtelier()
  const id = useId()
  const isTouch = useIsTouchOnly()
  const query = useDashboardQuery(calls, 'counts', { isLive: true })
  const chartAssets = useChartAssets(calls, query.data, recent.data?.data)
  return (
    <section
      className={joinClassNames(dashboard.card, styles.collection)}
      aria-labelledby={id}
      aria-busy={query.isBusy && !query.data}
    >
      <div className={styles.facts}>
        <h2 id={id} className={dashboard.title}>
          {translate('nav.assets')}
        </h2>
        <p className={styles.total}>
          {query.data ? formatNumber(sumCounts(query.data), language) : <Skeleton width={92} height={38} />}
        </p>
        {canCreate && (
          <p className={styles.hint}>
            <Icon>
              <UploadSimpleIcon />
            </Icon>
            <span>
              <Link to="/assets/new" className={linkClass}>
                {translate('home.upload')}
              </Link>{' '}
              {!isTouch && translate('home.orDrop')}
            </span>
          </p>
        )}
      </div>
      <div className={styles.shelf}>
        <QueryContent query={query} skeleton={<ChartSkeleton />}>
          {(counts) =>
            counts.length > 0 ? (
              <ChartTable id={id} columns={buildTypeColumns(counts, chartAssets)} />
            ) : (
              <p className={dashboard.quiet}>{translate('home.noAssets')}</p>
            )
          }
        </QueryContent>
      </div>
    </section>
  )
}

/** Returns the recent assets, plus assets of the types for which no recent asset has a picture. */
function useChartAssets(
  calls: DashboardCalls,
  counts: readonly TypeCount[] | undefined,
  recent: readonly Asset[] | undefined,
): readonly Asset[] {
  const columnsWithoutPicture =
    counts && recent ? buildTypeColumns(counts, recent).filter(({ picture }) => !picture) : []
  const { data } = useQuery({
    inspectorLabel: 'pieces',
    queryKey: columnsWithoutPicture.length > 0 ? columnsWithoutPicture.map(({ type }) => type).join(' ') : null,
    queryFn: (_, signal) =>
      calls.pieces(
        signal,
        columnsWithoutPicture.map(({ type }) => type),
      ),
    cacheName: 'dashboard pieces',
  })
  return [...(recent ?? []), ...(data?.data ?? [])]
}

/** Table styled as a row of columns. Screen readers announce a table. */
function ChartTable({ id, columns }: { id: string; columns: readonly TypeColumn[] }) {
  const translate = useTranslate(dashboardMessages)
  return (
    <table className={styles.chart} aria-labelledby={id}>
      <thead className={styles.heads}>
        <tr>
          <th scope="col">{translate('home.type')}</th>
          <th scope="col">{translate('nav.assets')}</th>
        </tr>
      </thead>
      <tbody className={styles.columns}>
        {columns.map((column) => (
          <ChartColumn key={column.type} {...column} />
        ))}
      </tbody>
    </table>
  )
}

/** Fraction of the maximum height. In lower columns the number does not fit and is shown above the column. */
const MIN_LABEL_HEIGHT = 0.16

function ChartColumn({ type, count, height, picture }: TypeColumn) {
  const translate = useTranslate()
  const { language } = useAtelier()
  return (
    <tr
      className={styles.column}
      data-pigment={pigmentOf(type)}
      data-low={height < MIN_LABEL_HEIGHT || undefined}
      style={{ '--height': height } as CSSProperties}
    >
      <th scope="row" className={styles.type}>
        <Link to="/assets" search={{ filter: { type: [type] } }} className={styles.way}>
          {translate(`asset.type.${type}`)}
        </Link>
      </th>
      <td className={styles.count}>
        {formatNumber(count, language)}
        {picture && <img key={picture} src={picture} alt="" decoding="async" className={styles.piece} />}
      </td>
    </tr>
  )
}

const SKELETON_HEIGHTS: readonly TypeCount['count'][] = [0.42, 0.8, 0.6, 0.3, 1, 0.66, 0.74, 0.38]

const ChartSkeleton = () => (
  <div className={joinClassNames(styles.columns, styles.waiting)} aria-hidden="true">
    {SKELETON_HEIGHTS.map((height) => (
      <Skeleton key={height} className={styles.stub} height={height * 180} />
    ))}
  </div>
)
