import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AssetActivity } from '../../api/contract/audit.ts'
import { useAtelier } from '../context.ts'
import { formatDayName, groupByCalendarDay } from '../dashboard/group-by-calendar-day.ts'
import { messageKeyOfChange } from '../dashboard/message-key-of-change.ts'
import { splitMessage } from '../dashboard/split-message.ts'
import { getDateFormatter } from '../formats.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { shortenId } from '../kit/shorten-id.ts'
import { activityMessages } from '../messages/activity.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { formatExactTime } from '../relative-time.ts'
import { useMinuteTick } from '../use-minute-tick.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetFeed.module.css'
import { eventNameOf } from './feed-search.ts'

/** Events grouped by day in the user's time zone, in the given order. */
export function FeedDays({ events }: { events: readonly AssetActivity[] }) {
  const { language } = useAtelier()
  useMinuteTick()
  return groupByCalendarDay(events).map(({ start, entries }) => (
    <section key={start} className={styles.day}>
      <h2>{formatDayName(start, Date.now(), language)}</h2>
      <ol>
        {entries.map((event) => (
          <FeedEvent key={event.id} event={event} />
        ))}
      </ol>
    </section>
  ))
}

function OtherSubject({ id, kind, name, bodyId }: { id: string } & NonNullable<AssetActivity['other']>) {
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

function FeedEvent({ event }: { event: AssetActivity }) {
  const translate = useTranslate(activityMessages, dashboardMessages)
  const { language } = useAtelier()
  const { key, at, actor, asset, other, assetId, fields } = event
  const actorName = actor ? (actor.name ?? actor.email ?? translate('event.someone')) : translate('audit.server')
  const placeholders: Record<string, ReactNode> = {
    who: (
      <b key="who" title={actor?.email}>
        {actorName}
      </b>
    ),
    asset: asset ? (
      <Link key="asset" to="/assets/$id" params={{ id: assetId }}>
        {asset.name}
      </Link>
    ) : other ? (
      <OtherSubject key="asset" id={assetId} {...other} />
    ) : (
      <code key="asset" title={assetId}>
        {shortenId(assetId)}
      </code>
    ),
  }
  const eventName = eventNameOf(key)
  const parts = splitMessage(
    translate(eventName === 'updated' ? messageKeyOfChange({ action: eventName, fields }) : `event.${eventName}`),
  )
  return (
    <li className={styles.line}>
      <Plinth pigment={pigmentOf(asset?.type ?? key)} src={asset?.iconUrl} size={32}>
        <CubeIcon />
      </Plinth>
      <p>{parts.map((text, index) => (index % 2 === 0 ? text : placeholders[text]))}</p>
      <code className={styles.key}>{key}</code>
      <time dateTime={at} title={formatExactTime(at, language)}>
        {getDateFormatter(language, { timeStyle: 'short' }).format(Date.parse(at))}
      </time>
    </li>
  )
}
