import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { memo } from 'react'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import { findRevertibleEntryIds, groupByDay } from '../../machines/asset/history.ts'
import { useAtelier } from '../context.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import type { MessageKey } from '../message-key.ts'
import { assetMessages } from '../messages/asset.ts'
import { type Translate, translateIfKnown } from '../messages.ts'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { useTranslate } from '../use-translate.ts'
import type { AssetPanelCalls } from './asset-panel-calls.ts'
import { ChangeLines } from './ChangeLines.tsx'
import styles from './Changelog.module.css'
import { formatDayHeading, formatTime } from './format-date.ts'
import { MoreEntriesButton } from './MoreEntriesButton.tsx'
import { useHistoryEntries } from './use-history-entries.ts'

const ACTION_GLYPHS: Record<string, React.ReactNode> = {
  created: <PlusIcon />,
  locked: <LockSimpleIcon />,
  restored: <ArrowCounterClockwiseIcon />,
  reverted: <ArrowCounterClockwiseIcon />,
  unlocked: <LockSimpleOpenIcon />,
  updated: <PencilSimpleIcon />,
}

export interface ChangelogProps {
  /** The asset's history, newest first, and the names of the applications, tags and bodies in it. Null while loading. */
  page: Pick<AssetPage, 'history' | 'earlier' | 'applications' | 'tags' | 'bodies'> | null
  work: Pick<AssetPanelCalls, 'entriesAfter'>
  /** Reverts the asset to its state after the given entry. If undefined, reverting is not offered. */
  onRevert?: ((entryId: string) => void) | undefined
}

export const Changelog = memo(function Changelog({ page, work, onRevert }: ChangelogProps) {
  const translate = useTranslate(assetMessages)
  const { language } = useAtelier()
  const history = useHistoryEntries(page, work.entriesAfter)
  const versions = onRevert ? findRevertibleEntryIds(history.entries) : new Set<string>()
  return (
    <section className={styles.changelog} aria-labelledby="changelog-title">
      <h2 id="changelog-title" className={styles.title}>
        {translate('activity.title')}
      </h2>
      {!page && <ChangelogSkeleton />}
      {page?.history.length === 0 && <p className={styles.none}>{translate('activity.none')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.log} tabIndex={0} role="group" aria-labelledby="changelog-title">
        {page &&
          groupByDay(history.entries).map(({ day, entries }) => (
            <section key={day} aria-label={formatDayHeading(day, language)}>
              <h3 className={styles.day}>{formatDayHeading(day, language)}</h3>
              <ol>
                {entries.map((entry) => (
                  <ChangelogItem
                    key={entry.id}
                    entry={entry}
                    page={page}
                    onRevert={versions.has(entry.id) ? onRevert : undefined}
                  />
                ))}
              </ol>
            </section>
          ))}
        {page?.earlier && <MoreEntriesButton history={history} />}
      </div>
    </section>
  )
})

interface ChangelogItemProps extends Pick<ChangelogProps, 'onRevert'> {
  entry: ChangelogEntry
  page: NonNullable<ChangelogProps['page']>
}

function ChangelogItem({ entry, page, onRevert }: ChangelogItemProps) {
  const translate = useTranslate(assetMessages)
  const { language } = useAtelier()
  const currentUserId = useCurrentUserId()
  const { id, action, actor, at } = entry
  const time = formatTime(at, language)
  const userName = actor.name ?? actor.email ?? translate('activity.teamMember')
  const displayName = actor.id === currentUserId ? translate('activity.you', { who: userName }) : userName
  return (
    <li>
      <span className={styles.dot}>
        <Icon size="fit">{ACTION_GLYPHS[action] ?? <CubeIcon />}</Icon>
      </span>
      <div className={styles.what}>
        <p>
          <b title={actor.email}>{displayName}</b> {describeAction(entry, translate)}
        </p>
        <ChangeLines entry={entry} page={page} />
      </div>
      <span className={styles.end}>
        {onRevert && (
          <IconButton
            size="sm"
            className={styles.revert}
            label={translate('activity.revert', { when: `${formatDayHeading(at, language)}, ${time}` })}
            tip={translate('activity.revert.tip')}
            icon={<ArrowCounterClockwiseIcon />}
            onClick={() => onRevert(id)}
          />
        )}
        <time dateTime={at}>{time}</time>
      </span>
    </li>
  )
}

function ChangelogSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      {[212, 168, 190].map((width) => (
        <span key={width}>
          <Skeleton shape="round" height={20} />
          <Skeleton width={width} height={11} />
        </span>
      ))}
    </div>
  )
}

/** Returns the text of an entry; for an update, one phrase per changed field. */
function describeAction(
  { action, changes }: ChangelogEntry,
  translate: Translate<MessageKey<'common' | 'asset'>>,
): string {
  const parts = action === 'updated' ? changes.flatMap((change) => describeChange(change, translate) ?? []) : []
  if (parts.length === 0) return translateIfKnown(translate, 'activity.', action) ?? action
  return parts.join(', ')
}

/** Returns the text of one change. The text for availability depends on the new value. */
const describeChange = (
  { field, after }: ChangelogEntry['changes'][number],
  translate: Translate<MessageKey<'asset'>>,
): string | undefined =>
  field === 'defaultAuthorized'
    ? translate(after ? 'activity.opened' : 'activity.closed')
    : translateIfKnown(translate, 'activity.updated.', field)
