import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { memo } from 'react'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import { byDay, revertible } from '../../machines/rules/history.ts'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useMe } from '../use-me.ts'
import type { Translate } from '../words.ts'
import type { AssetWork } from './asset-work.ts'
import { ChangeLines } from './ChangeLines.tsx'
import styles from './Changelog.module.css'
import { dayText, timeText } from './date-text.ts'
import { MoreEntries } from './MoreEntries.tsx'
import { useEarlier } from './use-earlier.ts'

const GLYPHS: Record<string, React.ReactNode> = {
  created: <PlusIcon />,
  locked: <LockSimpleIcon />,
  restored: <ArrowCounterClockwiseIcon />,
  reverted: <ArrowCounterClockwiseIcon />,
  unlocked: <LockSimpleOpenIcon />,
  updated: <PencilSimpleIcon />,
}

/** Props of {@link Changelog}. */
export interface ChangelogProps {
  /** The asset's history, newest first, with what names stand for; null while it is on its way. */
  page: Pick<AssetPage, 'history' | 'earlier' | 'applications' | 'tags' | 'bodies'> | null
  work: Pick<AssetWork, 'entriesAfter'>
  /** Makes the asset what it was right after an entry; without it that is not offered. */
  onRevert?: ((entryId: string) => void) | undefined
}

/** Who did what to the asset, day by day, newest first, with the way back to what it was. */
export const Changelog = memo(function Changelog({ page, work, onRevert }: ChangelogProps) {
  const { translate, language } = useAtelier()
  const history = useEarlier(page, work.entriesAfter)
  const versions = onRevert ? revertible(history.entries) : new Set<string>()
  return (
    <section className={styles.changelog} aria-labelledby="changelog-title">
      <h2 id="changelog-title" className={styles.title}>
        {translate('activity.title')}
      </h2>
      {!page && <Waiting />}
      {page?.history.length === 0 && <p className={styles.none}>{translate('activity.none')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={styles.log} tabIndex={0} role="group" aria-labelledby="changelog-title">
        {page &&
          byDay(history.entries).map(({ day, entries }) => (
            <section key={day} aria-label={dayText(day, language)}>
              <h3 className={styles.day}>{dayText(day, language)}</h3>
              <ol>
                {entries.map((entry) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    page={page}
                    onRevert={versions.has(entry.id) ? onRevert : undefined}
                  />
                ))}
              </ol>
            </section>
          ))}
        {page?.earlier && <MoreEntries history={history} />}
      </div>
    </section>
  )
})

interface EntryProps extends Pick<ChangelogProps, 'onRevert'> {
  entry: ChangelogEntry
  page: NonNullable<ChangelogProps['page']>
}

function Entry({ entry, page, onRevert }: EntryProps) {
  const { translate, language } = useAtelier()
  const me = useMe()
  const { id, action, actor, at } = entry
  const time = timeText(at, language)
  const person = actor.name ?? actor.email ?? translate('activity.teamMember')
  const who = actor.id === me ? translate('activity.you', { who: person }) : person
  return (
    <li>
      <span className={styles.dot}>
        <Icon size="fit">{GLYPHS[action] ?? <CubeIcon />}</Icon>
      </span>
      <div className={styles.what}>
        <p>
          <b title={actor.email}>{who}</b> {actionText(entry, translate)}
        </p>
        <ChangeLines entry={entry} page={page} />
      </div>
      <span className={styles.end}>
        {onRevert && (
          <IconButton
            size="sm"
            className={styles.revert}
            label={translate('activity.revert', { when: `${dayText(at, language)}, ${time}` })}
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

/** The place of the newest entries. */
function Waiting() {
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

/** What was done, in words: of a change, each thing that it changed. */
function actionText({ action, changes }: ChangelogEntry, translate: Translate): string {
  const known = (key: string) => {
    const sentence = translate(key)
    return sentence === key ? undefined : sentence
  }
  const parts = action === 'updated' ? changes.flatMap((change) => known(keyOf(change)) ?? []) : []
  if (parts.length === 0) return known(`activity.${action}`) ?? action
  return parts.join(', ')
}

/** The sentence of one change: of who may see it, by what it is now. */
const keyOf = ({ field, after }: ChangelogEntry['changes'][number]) =>
  field === 'defaultAuthorized' ? (after ? 'activity.opened' : 'activity.closed') : `activity.updated.${field}`
