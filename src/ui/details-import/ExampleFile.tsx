import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { DETAIL_FIELDS } from '../../machines/bulk/bulk-edit-table.ts'
import { CSV_BOM, formatCsvLine } from '../../machines/list/export.ts'
import { Button } from '../kit/Button.tsx'
import { downloadBlob } from '../list/actions/write-export-file.ts'
import { detailsMessages } from '../messages/details.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ImportScreen.module.css'

/** Columns of the example file. Assets are identified by name, because an id is valid in one installation only. */
const EXAMPLE_HEADS = DETAIL_FIELDS.filter((field) => field !== 'id')
const EXAMPLE_ROWS = [
  ['Harbour Parka', 'top', 'unisex', 'winter; hero', 'Harbour Lane'],
  ['Moon Buns, lagoon', 'hair', '', 'summer', ''],
] as const

export function ExampleFile() {
  const translate = useTranslate(detailsMessages)
  const save = () =>
    downloadBlob(
      new Blob([CSV_BOM + [EXAMPLE_HEADS, ...EXAMPLE_ROWS].map(formatCsvLine).join('')], {
        type: 'text/csv;charset=utf-8',
      }),
      `${translate('details.example.file')}.csv`,
    )
  return (
    <section className={styles.example} aria-labelledby="details-example">
      <div className={styles.head}>
        <h2 id="details-example" className={styles.name}>
          {translate('details.example')}
        </h2>
        <Button size="sm" icon={<DownloadSimpleIcon />} onClick={save}>
          {translate('details.example.save')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <div className={styles.scroller} role="group" tabIndex={0} aria-labelledby="details-example">
        <table className={styles.table} aria-labelledby="details-example" translate="no">
          <thead>
            <tr>
              {EXAMPLE_HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {EXAMPLE_ROWS.map((row) => (
              <tr key={row[0]}>
                {EXAMPLE_HEADS.map((head, at) => (
                  <td key={head}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
