// biome-ignore-all lint/a11y/useSemanticElements: a grid of lines that open is laid out as no table can be
// biome-ignore-all lint/a11y/useFocusableInteractive: a row has the focus, not its cells
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a time is what the cell tells
import { FunnelSimpleIcon } from '@phosphor-icons/react/FunnelSimple'
import { ProhibitIcon } from '@phosphor-icons/react/Prohibit'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useAtelier } from '../ui/context.ts'
import { IconButton } from '../ui/kit/IconButton.tsx'
import { SearchBox } from '../ui/kit/SearchBox.tsx'
import { eventText } from './graph.ts'
import styles from './Inspector.module.css'
import { type Outcome, type Recording, type Step, stateText, stepsBefore, typeOf, wayText } from './recording.ts'
import { StepDetails } from './StepDetails.tsx'
import type { Inspector } from './use-inspector.ts'

/** How many lines are shown at a time. */
const MOST = 200
const OUTCOMES: readonly Outcome[] = ['taken', 'refused', 'ignored']

/** The name of the actor of a step. */
export const nameIn = ({ actors }: Recording, id: string | undefined): string =>
  actors.find((actor) => actor.id === id)?.name ?? id ?? ''

const timeText = (at: number): string => new Date(at).toISOString().slice(14, 23)

/** What happened, newest first: searched, filtered by actor and outcome; a line opens what it changed. */
export function Log({ inspector }: { inspector: Inspector }) {
  const { translate } = useAtelier()
  const { recording, step, send, desk, isShown, chosen, isOfOne, setOfOne, stretch, end, stretchTo } = inspector
  const [wanted, setWanted] = useState('')
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const grid = useRef<HTMLDivElement>(null)
  const isWanted = (it: Step) =>
    (!isOfOne || it.actor === chosen) &&
    (outcome === '' || it.outcome === outcome) &&
    `${typeOf(it)} ${nameIn(recording, it.actor)} ${stateText(it.value)}`.toLowerCase().includes(wanted.toLowerCase())
  const before = useMemo(() => stepsBefore(recording.steps), [recording.steps])
  const found = recording.steps.filter(isWanted).reverse()
  const lines = found.slice(0, MOST)
  const hasFocus = lines.some(({ n }) => n === step) ? step : lines[0]?.n
  const isChosen = ({ n }: Step) => (stretch ? n >= stretch[0] && n <= stretch[1] : n === step)
  const walk = (event: KeyboardEvent) => {
    const isStretching = event.shiftKey && step !== null
    const at = lines.findIndex(({ n }) => n === (isStretching ? end : hasFocus))
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1, Enter: at }[event.key]
    const next = to === undefined ? undefined : lines[to]
    if (!next) return
    event.preventDefault()
    if (isStretching) stretchTo(next.n)
    else send({ type: 'step.chosen', step: next.n, actor: next.actor })
    grid.current?.querySelectorAll<HTMLElement>('[role="row"]')[to!]?.focus()
  }
  const press = ({ n, actor }: Step, isStretching: boolean) => {
    if (isStretching && step !== null) stretchTo(n)
    else send(n === step ? { type: 'step.left' } : { type: 'step.chosen', step: n, actor })
  }
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <SearchBox
          label={translate('inspector.search')}
          placeholder={translate('inspector.search')}
          clearLabel={translate('inspector.search.clear')}
          icon={<FunnelSimpleIcon />}
          value={wanted}
          onChange={setWanted}
        />
        {!isShown && (
          <IconButton size="sm" label={translate('inspector.clear')} icon={<ProhibitIcon />} onClick={desk.clear} />
        )}
        <label className={styles.check}>
          <input type="checkbox" checked={isOfOne} onChange={() => setOfOne(!isOfOne)} />
          {translate('inspector.only')}
        </label>
        <select
          aria-label={translate('inspector.outcome')}
          value={outcome}
          onChange={({ target }) => setOutcome(target.value as Outcome | '')}
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
          aria-rowcount={found.length}
          aria-multiselectable
          tabIndex={-1}
          className={styles.lines}
          onKeyDown={walk}
        >
          {lines.map((it) => (
            <div
              key={it.n}
              role="row"
              tabIndex={it.n === hasFocus ? 0 : -1}
              aria-selected={isChosen(it)}
              data-outcome={it.outcome}
              onClick={({ shiftKey }) => press(it, shiftKey)}
              onKeyDown={() => {}}
              // No text is marked between two lines.
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            >
              <time role="gridcell">{timeText(it.at)}</time>
              <div role="gridcell">
                <span className={styles.event}>
                  {eventText(typeOf(it))}
                  {it.outcome !== 'taken' && <em>{translate(`inspector.outcome.${it.outcome}`)}</em>}
                </span>
                <span className={styles.to}>
                  {it.from !== undefined && `${nameIn(recording, it.from)} → `}
                  {nameIn(recording, it.actor)}
                  {` · ${wayText(before.get(it)?.value ?? null, it.value)}`}
                </span>
              </div>
              {it.n === step && <StepDetails recording={recording} step={it} />}
            </div>
          ))}
        </div>
      )}
      {found.length > MOST && (
        <p className={styles.none}>{translate('inspector.log.more', { n: found.length - MOST })}</p>
      )}
    </div>
  )
}
