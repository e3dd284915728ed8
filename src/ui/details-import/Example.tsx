import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { DETAIL_FIELDS } from '../../machines/rules/details-table.ts'
import { CSV_START, csvLine } from '../../machines/rules/export.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { download } from '../list/write-file.ts'
import styles from './ImportScreen.module.css'

/** An asset goes by its name here: an ID is another store's. */
const HEADS = DETAIL_FIELDS.filter((field) => field !== 'id')
const ROWS = [
  ['Harbour Parka', 'top', 'unisex', 'winter; hero', 'Harbour Lane'],
  ['Moon Buns, lagoon', 'hair', '', 'summer', ''],
] as const

/** What such a file looks like, and that very file to begin with. */
export function Example() {
  const { translate } = useAtelier()
  const save = () =>
    download(
      new Blob([CSV_START + [HEADS, ...ROWS].map(csvLine).join('')], { type: 'text/csv;charset=utf-8' }),
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div className={styles.scroller} role="group" tabIndex={0} aria-labelledby="details-example">
        <table className={styles.table} aria-labelledby="details-example" translate="no">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <tr key={row[0]}>
                {HEADS.map((head, at) => (
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
