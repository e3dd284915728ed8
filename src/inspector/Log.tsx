// biome-ignore-all lint/a11y/useSemanticElements: a table cannot lay out rows that expand
// biome-ignore-all lint/a11y/useFocusableInteractive: a row has the focus, not its cells
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the content of the cell is a time
import { FunnelSimpleIcon } from '@phosphor-icons/react/FunnelSimple'
import { ProhibitIcon } from '@phosphor-icons/react/Prohibit'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { NativeSearchField } from '../ui/kit/fields/NativeSearchField.tsx'
import { IconButton } from '../ui/kit/IconButton.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { eventText } from './chart.ts'
import styles from './Inspector.module.css'
import {
  type EventOutcome,
  eventTypeOf,
  mapPreviousSteps,
  type Recording,
  type Step,
  stateChangeText,
  stateText,
} from './recording.ts'
import { StepDetails } from './StepDetails.tsx'
import type { Inspector } from './use-inspector.ts'

const MAX_LINES = 200
const OUTCOMES: readonly EventOutcome[] = ['taken', 'refused', 'ignored']

export const actorNameIn = ({ actors }: Recording, id: string | undefined): string =>
  actors.find((actor) => actor.id === id)?.name ?? id ?? ''

const timeText = (at: number): string => new Date(at).toISOString().slice(14, 23)

/** Recorded steps, newest first, with search and filters by actor and outcome. A row expands to its details. */
export function Log({ inspector }: { inspector: Inspector }) {
  const translate = useTranslate(inspectorMessages)
  const {
    recording,
    step,
    send,
    controller,
    isShown,
    chosen,
    isSingleActor,
    setSingleActor,
    selectedRange,
    end,
    extendRangeTo,
  } = inspector
  const [searchText, setSearchText] = useState('')
  const [outcome, setOutcome] = useState<EventOutcome | ''>('')
  const grid = useRef<HTMLDivElement>(null)
  const matchesFilters = (candidate: Step) =>
    (!isSingleActor || candidate.actor === chosen) &&
    (outcome === '' || candidate.outcome === outcome) &&
    `${eventTypeOf(candidate)} ${actorNameIn(recording, candidate.actor)} ${stateText(candidate.value)}`
      .toLowerCase()
      .includes(searchText.toLowerCase())
  const previousSteps = useMemo(() => mapPreviousSteps(recording.steps), [recording.steps])
  const matches = recording.steps.filter(matchesFilters).reverse()
  const lines = matches.slice(0, MAX_LINES)
  const focusedStep = lines.some(({ n }) => n === step) ? step : lines[0]?.n
  const isSelected = ({ n }: Step) => (selectedRange ? n >= selectedRange[0] && n <= selectedRange[1] : n === step)
  const onKeyDown = (event: KeyboardEvent) => {
    const isExtending = event.shiftKey && step !== null
    const index = lines.findIndex(({ n }) => n === (isExtending ? end : focusedStep))
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: lines.length - 1, Enter: index }[event.key]
    const next = to === undefined ? undefined : lines[to]
    if (!next) return
    event.preventDefault()
    if (isExtending) extendRangeTo(next.n)
    else send({ type: 'step.chosen', step: next.n, actor: next.actor })
    grid.current?.querySelectorAll<HTMLElement>('[role="row"]')[to!]?.focus()
  }
  const selectRow = ({ n, actor }: Step, isExtending: boolean) => {
    if (isExtending && step !== null) extendRangeTo(n)
    else send(n === step ? { type: 'step.closed' } : { type: 'step.chosen', step: n, actor })
  }
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <NativeSearchField
          label={translate('inspector.search')}
          placeholder={translate('inspector.search')}
          clearLabel={translate('inspector.search.clear')}
          icon={<FunnelSimpleIcon />}
          value={searchText}
          onChange={setSearchText}
        />
        {!isShown && (
          <IconButton
            size="sm"
            label={translate('inspector.clear')}
            icon={<ProhibitIcon />}
            onClick={controller.clear}
          />
        )}
        <label className={styles.check}>
          <input type="checkbox" checked={isSingleActor} onChange={() => setSingleActor(!isSingleActor)} />
          {translate('inspector.only')}
        </label>
        <select
          aria-label={translate('inspector.outcome')}
          value={outcome}
          onChange={({ target }) => setOutcome(target.value as EventOutcome | '')}
        >
          <option value="">{translate('inspector.outcome.all')}</option>
          {OUTCOMES.map((id) => (
            <option key={id} value={id}>
              {translate(`inspector.outcome.${id}`)}
            </option>
          ))}
        </select>
      </div>
      {lines.length === 0 ? (
        <p className={styles.none}>{translate('inspector.log.none')}</p>
      ) : (
        <div
          ref={grid}
          role="grid"
          aria-label={translate('inspector.log')}
          aria-rowcount={matches.length}
          aria-multiselectable
          tabIndex={-1}
          className={styles.lines}
          onKeyDown={onKeyDown}
        >
          {lines.map((entry) => (
            <div
              key={entry.n}
              role="row"
              tabIndex={entry.n === focusedStep ? 0 : -1}
              aria-selected={isSelected(entry)}
              data-outcome={entry.outcome}
              onClick={({ shiftKey }) => selectRow(entry, shiftKey)}
              onKeyDown={() => {}}
              // Prevents text selection when a range of rows is selected.
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            >
              <time role="gridcell">{timeText(entry.at)}</time>
              <div role="gridcell">
                <span className={styles.event}>
                  {eventText(eventTypeOf(entry))}
                  {entry.outcome !== 'taken' && <em>{translate(`inspector.outcome.${entry.outcome}`)}</em>}
                </span>
                <span className={styles.to}>
                  {entry.from !== undefined && `${actorNameIn(recording, entry.from)} → `}
                  {actorNameIn(recording, entry.actor)}
                  {` · ${stateChangeText(previousSteps.get(entry)?.value ?? null, entry.value)}`}
                </span>
              </div>
              {entry.n === step && <StepDetails recording={recording} step={entry} />}
            </div>
          ))}
        </div>
      )}
      {matches.length > MAX_LINES && (
        <p className={styles.none}>{translate('inspector.log.more', { n: matches.length - MAX_LINES })}</p>
      )}
    </div>
  )
}
