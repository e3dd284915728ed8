import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useId } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { ListPage } from '../../api/contract/list.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { classes } from '../kit/classes.ts'
import { Icon } from '../kit/Icon.tsx'
import { linkClass } from '../kit/link-class.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { type Asking, useAsking } from '../use-asking.ts'
import { useTouch } from '../use-touch.ts'
import { Answered } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import styles from './TypeChart.module.css'
import { type TypeColumn, type TypeCount, totalOf, typeColumns } from './type-columns.ts'
import { useStanding } from './use-standing.ts'

/** Props of {@link TypeChart}. */
export interface TypeChartProps {
  calls: DashboardCalls
  /** The newest assets, of which the chart has its pieces. */
  recent: Asking<ListPage<Asset>>
  mayMake: boolean
}

/** How many assets there are, and of each type: plinths of honest height, each leading to its assets. */
export function TypeChart({ calls, recent, mayMake }: TypeChartProps) {
  const { translate, language } = useAtelier()
  const id = useId()
  const isTouch = useTouch()
  const asking = useStanding(calls, 'counts', { isLive: true })
  const pieces = usePieces(calls, asking.answer, recent.answer?.data)
  return (
    <section
      className={classes(dashboard.card, styles.collection)}
      aria-labelledby={id}
      aria-busy={asking.isBusy && !asking.answer}
    >
      <div className={styles.facts}>
        <h2 id={id} className={dashboard.title}>
          {translate('nav.assets')}
        </h2>
        <p className={styles.total}>
          {asking.answer ? formatNumber(totalOf(asking.answer), language) : <Skeleton width={92} height={38} />}
        </p>
        {mayMake && (
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
        <Answered asking={asking} waiting={<Waiting />}>
          {(counts) =>
            counts.length > 0 ? (
              <Plinths id={id} columns={typeColumns(counts, pieces)} />
            ) : (
              <p className={dashboard.quiet}>{translate('home.noAssets')}</p>
            )
          }
        </Answered>
      </div>
    </section>
  )
}

/** The newest assets, and those of types that have no picture among them. */
function usePieces(
  calls: DashboardCalls,
  counts: readonly TypeCount[] | undefined,
  recent: readonly Asset[] | undefined,
): readonly Asset[] {
  const bare = counts && recent ? typeColumns(counts, recent).filter(({ picture }) => !picture) : []
  const { answer } = useAsking({
    about: 'pieces',
    question: bare.length > 0 ? bare.map(({ type }) => type).join(' ') : null,
    ask: (_, signal) =>
      calls.pieces(
        signal,
        bare.map(({ type }) => type),
      ),
    keptAs: 'dashboard pieces',
  })
  return [...(recent ?? []), ...(answer?.data ?? [])]
}

/** A table that is drawn as a row of plinths: whoever hears it hears the table. */
function Plinths({ id, columns }: { id: string; columns: readonly TypeColumn[] }) {
  const { translate } = useAtelier()
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
          <Plinth key={column.type} {...column} />
        ))}
      </tbody>
    </table>
  )
}

/** Below so much of the highest a number has no room on its plinth, and stands above it. */
const ROOM = 0.16

function Plinth({ type, count, height, picture }: TypeColumn) {
  const { translate, language } = useAtelier()
  return (
    <tr
      className={styles.column}
      data-pigment={pigmentOf(type)}
      data-low={height < ROOM || undefined}
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

/** Heights of what stands for the plinths while they are on their way. */
const HEIGHTS: readonly TypeCount['count'][] = [0.42, 0.8, 0.6, 0.3, 1, 0.66, 0.74, 0.38]

const Waiting = () => (
  <div className={classes(styles.columns, styles.waiting)} aria-hidden="true">
    {HEIGHTS.map((height) => (
      <Skeleton key={height} className={styles.stub} height={height * 180} />
    ))}
  </div>
)
