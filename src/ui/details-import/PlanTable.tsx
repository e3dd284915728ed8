import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Link } from '@tanstack/react-router'
import type { Details, PlannedRow } from '../../machines/rules/details-plan.ts'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import styles from './ImportScreen.module.css'

/** Props of {@link PlanTable}. */
export interface PlanTableProps {
  rows: readonly PlannedRow[]
  /** Why a row cannot be or was not taken, as a sentence. */
  reasonOf: (row: PlannedRow) => string | undefined
  /** The names of tags and applications by their ids. */
  names: ReadonlyMap<string, string>
}

/** Rows of a file with their asset and what would be changed of it, or why nothing. */
export function PlanTable({ rows, reasonOf, names }: PlanTableProps) {
  const { translate } = useAtelier()
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
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
          {rows.map((planned) => {
            const { row, asset } = planned
            const reason = reasonOf(planned)
            return (
              <tr key={row.place}>
                <td className={styles.place}>{row.place}</td>
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
                  {planned.faults.length === 0 && <Changes planned={planned} names={names} />}
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
} as const satisfies Record<keyof Details, string>

function Changes({ planned: { before, after }, names }: { planned: PlannedRow; names: PlanTableProps['names'] }) {
  const { translate } = useAtelier()
  const say = (field: keyof Details, value: Details[keyof Details] | undefined) => {
    if (Array.isArray(value)) return value.map((id) => names.get(id) ?? id).join(', ') || translate('details.empty')
    if (field === 'type') return translate(`asset.type.${value}`)
    return field === 'gender' ? translate(`asset.gender.${value}`) : String(value)
  }
  const fields = (Object.keys(FIELDS) as (keyof Details)[]).filter((field) => field in after)
  return (
    <dl className={styles.changes}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{translate(`details.field.${FIELDS[field]}`)}</dt>
          <dd>
            <del>{say(field, before[field])}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{say(field, after[field])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
