import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/ArrowCounterClockwise'
import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { memo } from 'react'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import type { Translate } from '../words.ts'
import styles from './Changelog.module.css'
import { valueText } from './DetailsForm.tsx'
import { dateText } from './date-text.ts'

const GLYPHS: Record<string, React.ReactNode> = {
  created: <PlusIcon />,
  locked: <LockSimpleIcon />,
  restored: <ArrowCounterClockwiseIcon />,
  reverted: <ArrowCounterClockwiseIcon />,
  unlocked: <LockSimpleOpenIcon />,
  updated: <PencilSimpleIcon />,
}

/** Fields whose values mean something to a reader; of the rest only that it changed is told. */
const READABLE = new Set(['name', 'type', 'gender'])

/** Who did what to the asset, newest first; its place while that is on its way (`null`). */
export const Changelog = memo(function Changelog({ history }: { history: readonly ChangelogEntry[] | null }) {
  const { translate, language } = useAtelier()
  return (
    <section className={styles.changelog} aria-labelledby="changelog-title">
      <h2 id="changelog-title" className={styles.title}>
        {translate('activity.title')}
      </h2>
      {history === null && <Waiting />}
      {history?.length === 0 && <p className={styles.none}>{translate('activity.none')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
      <ol className={styles.log} tabIndex={0} aria-labelledby="changelog-title">
        {history?.map((entry) => (
          <li key={entry.id}>
            <span className={styles.dot}>
              <Icon size="fit">{GLYPHS[entry.action] ?? <CubeIcon />}</Icon>
            </span>
            <p>
              <b>{entry.actor.email ?? translate('activity.teamMember')}</b> {actionText(entry, translate)}
              {entry.changes.filter(isWorthShowing(entry)).map(({ field, before, after }) => (
                <span key={field} className={styles.change}>
                  {translate(`asset.${field}`)}{' '}
                  {before !== undefined && (
                    <>
                      <del>{valueText(translate, field, before)}</del> →{' '}
                    </>
                  )}
                  <ins>{valueText(translate, field, after)}</ins>
                </span>
              ))}
            </p>
            <time dateTime={entry.at}>{dateText(entry.at, language)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
})

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

/** Of an asset that came or went all values are told, which say nothing that the entry has not said. */
const WHOLE = new Set(['created', 'deleted', 'restored'])

const isWorthShowing =
  ({ action }: ChangelogEntry) =>
  ({ field }: ChangelogEntry['changes'][number]) =>
    !WHOLE.has(action) && READABLE.has(field)

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
