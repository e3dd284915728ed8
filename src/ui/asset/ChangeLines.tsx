import type { ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import { describeChanges, type HistoryChange } from '../../machines/asset/history.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Changelog.module.css'
import { formatFieldValue } from './DetailsForm.tsx'

export interface ChangeLinesProps {
  entry: Pick<ChangelogEntry, 'action' | 'changes'>
  /** Names of the applications, tags and bodies that the changes refer to. */
  page: Pick<AssetPage, 'applications' | 'tags' | 'bodies'>
}

interface ChangeText {
  label: string
  before?: string | undefined
  after?: string | undefined
}

export function ChangeLines({ entry, page }: ChangeLinesProps) {
  const translate = useTranslate(assetMessages)
  const { language } = useAtelier()
  const name = (field: 'tags' | 'applications', id: string) =>
    (field === 'tags'
      ? page.tags.find(({ tagId }) => tagId === id)
      : page.applications.find((application) => application.id === id)
    )?.name ?? translate(`activity.gone.${field}`)
  return describeChanges(entry).map((change) => {
    const { label, before, after } = changeTextOf(change)
    return (
      <span key={JSON.stringify(change)} className={styles.change}>
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

  function changeTextOf(change: HistoryChange): ChangeText {
    switch (change.kind) {
      case 'value': {
        const formatValue = (value: unknown) =>
          value === undefined ? undefined : formatFieldValue(translate, change.field, value, page.bodies)
        return {
          label: translate(`asset.${change.field}`),
          before: formatValue(change.before),
          after: formatValue(change.after),
        }
      }
      case 'reason':
        return { label: translate('activity.reason'), after: change.text }
      case 'measure': {
        const { field } = change
        const format = (n: number) => (field === 'bytes' ? formatBytes(n, language) : formatNumber(n, language))
        const label = translate(field === 'bytes' ? 'asset.size' : 'asset.triangles')
        return { label, before: format(change.before), after: format(change.after) }
      }
      case 'came':
      case 'went':
        return {
          label: translate(`asset.${change.field}`),
          [change.kind === 'came' ? 'after' : 'before']: name(change.field, change.id),
        }
      case 'moved': {
        const formatPosition = (n: number) => translate('activity.position', { n })
        return {
          label: name('applications', change.applicationId),
          before: formatPosition(change.before),
          after: formatPosition(change.after),
        }
      }
      case 'shown': {
        const [hidden, shown] = [translate('asset.applications.hidden'), translate('activity.visible')]
        const [before, after] = change.isVisible ? [hidden, shown] : [shown, hidden]
        return { label: name('applications', change.applicationId), before, after }
      }
    }
  }
}
