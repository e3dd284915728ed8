import { useMemo, useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { type PlannedRow, type RowState, stateOf } from '../../machines/rules/details-plan.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { saveFailed } from './failed-rows.ts'
import styles from './ImportScreen.module.css'
import { PlanTable } from './PlanTable.tsx'
import { type DetailsImport, type DetailsPlan, Stopped } from './use-details-import.ts'

/** So many rows are shown at once. */
const SHOWN = 100

const STATES = ['fault', 'change', 'same'] as const satisfies readonly RowState[]

/** What a file would change, row by row; then how far that is, and what could not be changed. */
export function Plan({ plan, work }: { plan: DetailsPlan; work: DetailsImport }) {
  const { translate } = useAtelier()
  const { rows, columns } = plan
  const sorted = useMemo(() => {
    const of = (state: RowState) => rows.filter((row) => stateOf(row) === state)
    return { fault: of('fault'), change: of('change'), same: of('same') }
  }, [rows])
  const [chosen, setChosen] = useState<RowState>()
  const [most, setMost] = useState(SHOWN)
  const state = chosen ?? STATES.find((it) => sorted[it].length > 0) ?? 'change'
  const { applying } = work
  const failures = useMemo(
    () => new Map(applying?.outcome.failures.map(({ item, error }) => [item.id, error]) ?? []),
    [applying?.outcome],
  )
  const reasonOf = (row: PlannedRow): string | undefined => {
    const [fault] = row.faults
    if (fault) return translate(`details.row.${fault.code}`, { value: fault.value })
    const failure = row.asset && failures.get(row.asset.id)
    if (failure === undefined) return undefined
    return translate(failure instanceof Stopped ? 'details.row.stopped' : wordOf(failure))
  }
  const failed = rows.filter((row) => reasonOf(row) !== undefined)
  const isOver = applying?.state === 'changed' || applying?.state === 'takenBack'
  return (
    <>
      <div className={styles.head}>
        <b className={styles.name}>{work.file?.name}</b>
        <Segmented
          label={translate('details.show')}
          size="sm"
          items={STATES.map((id) => ({ id, label: translate(`details.state.${id}`, { n: sorted[id].length }) }))}
          value={state}
          onChange={setChosen}
        />
      </div>
      {columns.unused.length > 0 && (
        <p className={styles.why}>{translate('details.unused', { names: columns.unused.join(', ') })}</p>
      )}
      <PlanTable rows={sorted[state].slice(0, most)} reasonOf={reasonOf} names={plan.names} />
      {sorted[state].length === 0 && <p className={styles.why}>{translate('details.none')}</p>}
      {sorted[state].length > most && (
        <Button onClick={() => setMost(most + SHOWN)}>
          {translate('details.more', { n: sorted[state].length - most })}
        </Button>
      )}
      {applying && <Result applying={applying} onUndo={work.undo} />}
      <div className={styles.acts}>
        {!applying && (
          <Button variant="ink" waiting={sorted.change.length === 0} onClick={work.apply}>
            {translate('details.apply', { n: sorted.change.length })}
          </Button>
        )}
        {applying && !isOver && <Button onClick={work.stop}>{translate('details.stop')}</Button>}
        {failed.length > 0 && (!applying || isOver) && (
          <Button onClick={() => saveFailed(plan, failed, reasonOf, translate)}>
            {translate('details.save', { n: failed.length })}
          </Button>
        )}
        {(!applying || isOver) && <Another work={work} />}
      </div>
    </>
  )
}

function Result({ applying, onUndo }: { applying: NonNullable<DetailsImport['applying']>; onUndo: () => void }) {
  const { translate } = useAtelier()
  const { state, done, total, outcome } = applying
  if (state === 'changing' || state === 'takingBack') {
    const words = translate(`details.${state}`, { n: done, total })
    return (
      <div className={styles.reading} role="status">
        <ProgressBar label={words} value={total > 0 ? done / total : 0} />
        {words}
      </div>
    )
  }
  const { changed, failures } = outcome
  const words = translate(`details.${state}`, { n: changed.length })
  return (
    <Notice
      tone={failures.length > 0 ? 'warn' : 'ok'}
      action={
        state === 'changed' &&
        changed.length > 0 && (
          <Button size="sm" onClick={onUndo}>
            {translate('details.undo')}
          </Button>
        )
      }
    >
      {words} {failures.length > 0 && translate('details.failures', { n: failures.length })}
    </Notice>
  )
}

/** Takes another file in place of this one. */
function Another({ work }: { work: DetailsImport }) {
  const { translate } = useAtelier()
  const pick = () => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.csv,.tsv,.txt,.json'
    input.onchange = () => input.files?.[0] && work.choose(input.files[0])
    input.click()
  }
  return (
    <Button variant="ghost" onClick={pick}>
      {translate('details.another')}
    </Button>
  )
}
