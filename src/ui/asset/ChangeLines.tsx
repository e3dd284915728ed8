import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import { changesOf, type Told } from '../../machines/rules/history.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import styles from './Changelog.module.css'
import { valueText } from './DetailsForm.tsx'

/** Props of {@link ChangeLines}. */
export interface ChangeLinesProps {
  entry: Pick<ChangelogEntry, 'action' | 'changes'>
  /** What names stand for. */
  page: Pick<AssetPage, 'applications' | 'tags' | 'bodies'>
}

/** A change as it reads: what it is about, what was, and what is. */
interface Line {
  label: string
  before?: string | undefined
  after?: string | undefined
}

/** What an entry of the history changed, a line each: before and after. */
export function ChangeLines({ entry, page }: ChangeLinesProps) {
  const { translate, language } = useAtelier()
  const name = (field: 'tags' | 'applications', id: string) =>
    (field === 'tags' ? page.tags.find(({ tagId }) => tagId === id) : page.applications.find((it) => it.id === id))
      ?.name ?? translate(`activity.gone.${field}`)
  return changesOf(entry).map((told) => {
    const { label, before, after } = lineOf(told)
    return (
      <span key={JSON.stringify(told)} className={styles.change}>
        {label}{' '}
        {before !== undefined && (
          <>
            <del>{before}</del>
            {after !== undefined && ' → '}
          </>
        )}
        {after !== undefined && <ins>{after}</ins>}
      </span>
    )
  })

  function lineOf(told: Told): Line {
    switch (told.kind) {
      case 'value': {
        const say = (value: unknown) =>
          value === undefined ? undefined : valueText(translate, told.field, value, page.bodies)
        return { label: translate(`asset.${told.field}`), before: say(told.before), after: say(told.after) }
      }
      case 'reason':
        return { label: translate('activity.reason'), after: told.text }
      case 'measure': {
        const { field } = told
        const say = (n: number) => (field === 'bytes' ? formatBytes(n, language) : formatNumber(n, language))
        const label = translate(field === 'bytes' ? 'asset.size' : 'asset.triangles')
        return { label, before: say(told.before), after: say(told.after) }
      }
      case 'came':
      case 'went':
        return {
          label: translate(`asset.${told.field}`),
          [told.kind === 'came' ? 'after' : 'before']: name(told.field, told.id),
        }
      case 'moved': {
        const say = (n: number) => translate('activity.position', { n })
        return { label: name('applications', told.applicationId), before: say(told.before), after: say(told.after) }
      }
      case 'shown': {
        const [hidden, shown] = [translate('asset.applications.hidden'), translate('activity.visible')]
        const [before, after] = told.isVisible ? [hidden, shown] : [shown, hidden]
        return { label: name('applications', told.applicationId), before, after }
      }
    }
  }
}
