import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { EditableDetails, PlannedRow } from '../../machines/bulk/bulk-edit-plan.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { linkClass } from '../kit/link-class.ts'
import { detailsMessages } from '../messages/details.ts'
import { translateIfKnown } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ImportScreen.module.css'

export interface PlanTableProps {
  rows: readonly PlannedRow[]
  reasonOf: (row: PlannedRow) => string | undefined
  names: ReadonlyMap<string, string>
}

/** Table of a file's rows. Each row shows its asset and the asset's changes, or the reason why nothing changes. */
export function PlanTable({ rows, reasonOf, names }: PlanTableProps) {
  const translate = useTranslate(detailsMessages)
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <div className={styles.scroller} role="group" tabIndex={0} aria-label={translate('details.rows')}>
      <table className={styles.table} aria-label={translate('details.rows')}>
        <thead>
          <tr>
            <th scope="col">{translate('details.row')}</th>
            <th scope="col">{translate('details.asset')}</th>
            <th scope="col">{translate('details.changes')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((plannedRow) => {
            const { row, asset } = plannedRow
            const reason = reasonOf(plannedRow)
            return (
              <tr key={row.rowNumber}>
                <td className={styles.place}>{row.rowNumber}</td>
                <td>
                  <span className={styles.asset}>
                    {asset && (
                      <Plinth pigment={pigmentOf(asset.type)} src={asset.iconUrl} size={32}>
                        <CubeIcon />
                      </Plinth>
                    )}
                    {asset ? (
                      <Link to="/assets/$id" params={{ id: asset.id }} className={linkClass} target="_blank">
                        {asset.name}
                      </Link>
                    ) : (
                      (row.name ?? row.id ?? '–')
                    )}
                  </span>
                </td>
                <td>
                  {reason && <p className={styles.reason}>{reason}</p>}
                  {plannedRow.faults.length === 0 && <PlannedChanges planned={plannedRow} names={names} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const FIELDS = {
  name: 'name',
  type: 'type',
  gender: 'gender',
  tags: 'tags',
  applicationIds: 'applications',
} as const satisfies Record<keyof EditableDetails, string>

function PlannedChanges({
  planned: { before, after },
  names,
}: {
  planned: PlannedRow
  names: PlanTableProps['names']
}) {
  const translate = useTranslate(detailsMessages)
  const formatValue = (field: keyof EditableDetails, value: EditableDetails[keyof EditableDetails] | undefined) => {
    if (Array.isArray(value)) return value.map((id) => names.get(id) ?? id).join(', ') || translate('details.empty')
    return field === 'type' || field === 'gender'
      ? (translateIfKnown(translate, `asset.${field}.`, String(value)) ?? String(value))
      : String(value)
  }
  const fields = (Object.keys(FIELDS) as (keyof EditableDetails)[]).filter((field) => field in after)
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{translate(`details.field.${FIELDS[field]}`)}</dt>
          <dd>
            <del>{formatValue(field, before[field])}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{formatValue(field, after[field])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
