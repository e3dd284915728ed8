import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AssetActivity } from '../../api/contract/audit.ts'
import { useAtelier } from '../context.ts'
import { byDay, dayName } from '../dashboard/by-day.ts'
import { changeWord } from '../dashboard/change-word.ts'
import { partsOf } from '../dashboard/parts-of.ts'
import { dateFormat } from '../formats.ts'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { shortId } from '../kit/short-id.ts'
import { exactTime } from '../relative-time.ts'
import { useMinutes } from '../use-minutes.ts'
import styles from './AssetFeed.module.css'
import { happeningOf } from './feed-search.ts'

/** Events under the days of the reader's calendar, in the order they come in. */
export function FeedDays({ events }: { events: readonly AssetActivity[] }) {
  const { language } = useAtelier()
  useMinutes()
  return byDay(events).map(({ start, entries }) => (
    <section key={start} className={styles.day}>
      <h2>{dayName(start, Date.now(), language)}</h2>
      <ol>
        {entries.map((event) => (
          <Happening key={event.id} event={event} />
        ))}
      </ol>
    </section>
  ))
}

function OtherThing({ id, kind, name, bodyId }: { id: string } & NonNullable<AssetActivity['other']>) {
  if (kind === 'application')
    return (
      <Link to="/assets" search={{ filter: { applicationId: [id] } }}>
        {name}
      </Link>
    )
  if (!bodyId) return name
  return (
    <Link to="/bodies/$id" params={{ id: bodyId }}>
      {name}
    </Link>
  )
}

function Happening({ event }: { event: AssetActivity }) {
  const { translate, language } = useAtelier()
  const { key, at, actor, asset, other, assetId, fields } = event
  const who = actor ? (actor.name ?? actor.email ?? translate('event.someone')) : translate('audit.server')
  const holes: Record<string, ReactNode> = {
    who: (
      <b key="who" title={actor?.email}>
        {who}
      </b>
    ),
    asset: asset ? (
      <Link key="asset" to="/assets/$id" params={{ id: assetId }}>
        {asset.name}
      </Link>
    ) : other ? (
      <OtherThing key="asset" id={assetId} {...other} />
    ) : (
      <code key="asset" title={assetId}>
        {shortId(assetId)}
      </code>
    ),
  }
  const happening = happeningOf(key)
  const parts = partsOf(
    translate(happening === 'updated' ? changeWord({ action: happening, fields }) : `event.${happening}`),
  )
  return (
    <li className={styles.line}>
      <Plinth pigment={pigmentOf(asset?.type ?? key)} src={asset?.iconUrl} size={32}>
        <CubeIcon />
      </Plinth>
      <p>{parts.map((text, index) => (index % 2 === 0 ? text : holes[text]))}</p>
      <code className={styles.key}>{key}</code>
      <time dateTime={at} title={exactTime(at, language)}>
        {dateFormat(language, { timeStyle: 'short' }).format(Date.parse(at))}
      </time>
    </li>
  )
}
