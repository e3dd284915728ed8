import { CubeIcon } from '@phosphor-icons/react/Cube'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { LockSimpleOpenIcon } from '@phosphor-icons/react/LockSimpleOpen'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.machine.ts'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import type { Translate } from '../words.ts'
import styles from './Changelog.module.css'
import { valueText } from './DetailsForm.tsx'
import { dateText } from './date-text.ts'

const GLYPHS: Record<string, React.ReactNode> = {
  created: <PlusIcon />,
  locked: <LockSimpleIcon />,
  unlocked: <LockSimpleOpenIcon />,
  updated: <PencilSimpleIcon />,
}

/** Fields whose values mean something to a reader; the rest is told by name alone. */
const READABLE = new Set(['name', 'type', 'gender'])

/** Who did what to the asset, newest first. */
export function Changelog({ page: { history } }: { page: AssetPage }) {
  const { translate, language } = useAtelier()
  return (
    <section className={styles.changelog} aria-labelledby="changelog-title">
      <h2 id="changelog-title" className={styles.title}>
        {translate('changelog.title')}
      </h2>
      {history.length === 0 && <p className={styles.none}>{translate('changelog.none')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
      <ol className={styles.log} tabIndex={0} aria-labelledby="changelog-title">
        {history.map((entry) => (
          <li key={entry.id}>
            <span className={styles.dot}>
              <Icon size="fit">{GLYPHS[entry.action] ?? <CubeIcon />}</Icon>
            </span>
            <p>
              <b>{entry.actor.email ?? translate('changelog.someone')}</b> {actionText(entry, translate)}
              {entry.changes.filter(isWorthShowing(entry)).map(({ field, before, after }) => (
                <span key={field} className={styles.change}>
                  {fieldText(field, translate)}{' '}
                  {READABLE.has(field) && (
                    <>
                      {before !== undefined && (
                        <>
                          <del>{valueText(translate, field, before)}</del> →{' '}
                        </>
                      )}
                      <ins>{valueText(translate, field, after)}</ins>
                    </>
                  )}
                </span>
              ))}
            </p>
            <time dateTime={entry.at}>{dateText(entry.at, language)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A new asset's first values and a lock's own field say nothing that the entry has not said. */
const isWorthShowing =
  ({ action }: ChangelogEntry) =>
  ({ field }: ChangelogEntry['changes'][number]) =>
    action !== 'created' && field !== 'locked' && field !== 'lockedBy'

function actionText({ action }: ChangelogEntry, translate: Translate): string {
  const key = `changelog.action.${action}`
  const sentence = translate(key)
  return sentence === key ? action : sentence
}

function fieldText(field: string, translate: Translate): string {
  const key = `asset.${field}`
  const word = translate(key)
  return word === key ? field : word
}
