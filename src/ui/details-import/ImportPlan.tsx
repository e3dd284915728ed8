import { useMemo, useState } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { type PlannedRow, type RowState, rowStateOf } from '../../machines/bulk/bulk-edit-plan.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { detailsMessages } from '../messages/details.ts'
import { useTranslate } from '../use-translate.ts'
import { downloadFailedRows } from './failed-rows.ts'
import styles from './ImportScreen.module.css'
import { PlanTable } from './PlanTable.tsx'
import { type DetailsImport, type DetailsPlan, ImportStoppedError } from './use-details-import.ts'

const ROWS_STEP = 100

const ROW_STATES = ['fault', 'change', 'same'] as const satisfies readonly RowState[]

/** Planned changes of a file by row. After the start, the progress and the failed rows. */
export function ImportPlan({ plan, work: detailsImport }: { plan: DetailsPlan; work: DetailsImport }) {
  const translate = useTranslate(detailsMessages)
  const { rows, columns } = plan
  const rowsByState = useMemo(() => {
    const rowsInState = (state: RowState) => rows.filter((row) => rowStateOf(row) === state)
    return { fault: rowsInState('fault'), change: rowsInState('change'), same: rowsInState('same') }
  }, [rows])
  const [chosenState, setChosenState] = useState<RowState>()
  const [maxRows, setMaxRows] = useState(ROWS_STEP)
  const state = chosenState ?? ROW_STATES.find((rowState) => rowsByState[rowState].length > 0) ?? 'change'
  const { applying } = detailsImport
  const failures = useMemo(
    () => new Map(applying?.outcome.failures.map(({ item, error }) => [item.id, error]) ?? []),
    [applying?.outcome],
  )
  const reasonOf = (row: PlannedRow): string | undefined => {
    const [rowFault] = row.faults
    if (rowFault) return translate(`details.row.${rowFault.code}`, { value: rowFault.value })
    const failure = row.asset && failures.get(row.asset.id)
    if (failure === undefined) return undefined
    return translate(failure instanceof ImportStoppedError ? 'details.row.stopped' : getErrorMessageKey(failure))
  }
  const failed = rows.filter((row) => reasonOf(row) !== undefined)
  const isFinished = applying?.state === 'changed' || applying?.state === 'takenBack'
  return (
    <>
      <div className={styles.head}>
        <b className={styles.name}>{detailsImport.file?.name}</b>
        <SegmentedControl
          label={translate('details.show')}
          size="sm"
          items={ROW_STATES.map((id) => ({
            id,
            label: translate(`details.state.${id}`, { n: rowsByState[id].length }),
          }))}
          value={state}
          onChange={setChosenState}
        />
      </div>
      {columns.unused.length > 0 && (
        <p className={styles.why}>{translate('details.unused', { names: columns.unused.join(', ') })}</p>
      )}
      <PlanTable rows={rowsByState[state].slice(0, maxRows)} reasonOf={reasonOf} names={plan.names} />
      {rowsByState[state].length === 0 && <p className={styles.why}>{translate('details.none')}</p>}
      {rowsByState[state].length > maxRows && (
        <Button onClick={() => setMaxRows(maxRows + ROWS_STEP)}>
          {translate('details.more', { n: rowsByState[state].length - maxRows })}
        </Button>
      )}
      {applying && <ApplyResult applying={applying} onUndo={detailsImport.undo} />}
      <div className={styles.acts}>
        {!applying && (
          <Button variant="ink" waiting={rowsByState.change.length === 0} onClick={detailsImport.apply}>
            {translate('details.apply', { n: rowsByState.change.length })}
          </Button>
        )}
        {applying && !isFinished && <Button onClick={detailsImport.stop}>{translate('details.stop')}</Button>}
        {failed.length > 0 && (!applying || isFinished) && (
          <Button onClick={() => downloadFailedRows(plan, failed, reasonOf, translate)}>
            {translate('details.save', { n: failed.length })}
          </Button>
        )}
        {(!applying || isFinished) && <ChooseAnotherFile work={detailsImport} />}
      </div>
    </>
  )
}

function ApplyResult({ applying, onUndo }: { applying: NonNullable<DetailsImport['applying']>; onUndo: () => void }) {
  const translate = useTranslate(detailsMessages)
  const { state, done, total, outcome } = applying
  if (state === 'changing' || state === 'takingBack') {
    const progressText = translate(`details.${state}`, { n: done, total })
    return (
      <div className={styles.reading} role="status">
        <ProgressBar label={progressText} value={total > 0 ? done / total : 0} />
        {progressText}
      </div>
    )
  }
  const { changed, failures } = outcome
  const resultText = translate(`details.${state}`, { n: changed.length })
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
      {resultText} {failures.length > 0 && translate('details.failures', { n: failures.length })}
    </Notice>
  )
}

function ChooseAnotherFile({ work: detailsImport }: { work: DetailsImport }) {
  const translate = useTranslate(detailsMessages)
  const chooseFile = () => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.csv,.tsv,.txt,.json'
    input.onchange = () => input.files?.[0] && detailsImport.choose(input.files[0])
    input.click()
  }
  return (
    <Button variant="ghost" onClick={chooseFile}>
      {translate('details.another')}
    </Button>
  )
}
