// biome-ignore-all lint/a11y/useSemanticElements: SVG has no native elements for these roles
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: none of its content is focusable
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: SVG has no native elements for these roles

import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { eventText } from './chart.ts'
import styles from './Inspector.module.css'
import { actorNameIn } from './Log.tsx'
import { eventTypeOf, type Step } from './recording.ts'
import type { Inspector } from './use-inspector.ts'

/** Maximum number of messages: up to the selected step, and in a selected range of the log. */
const MAX_MESSAGES = 40
const MAX_MESSAGES_OF_RANGE = 200
const [LANE, ROW, HEAD] = [150, 30, 34]

export function SequenceDiagram({
  inspector: { recording, step, selectedRange, chosen, send },
}: {
  inspector: Inspector
}) {
  const translate = useTranslate(inspectorMessages)
  const familyIds = new Set(
    recording.actors.filter(({ id, parent }) => id === chosen || parent === chosen).map(({ id }) => id),
  )
  const isOfFamily = (candidate: Step) => familyIds.has(candidate.actor) || familyIds.has(candidate.from ?? '')
  const steps = selectedRange
    ? recording.steps.filter(({ n }) => n >= selectedRange[0] && n <= selectedRange[1]).slice(-MAX_MESSAGES_OF_RANGE)
    : recording.steps
        .filter((candidate) => (step === null || candidate.n <= step) && isOfFamily(candidate))
        .slice(-MAX_MESSAGES)
  if (steps.length === 0) return <p className={styles.none}>{translate('inspector.log.none')}</p>
  const page = translate('inspector.page')
  const lanes = [...new Set(steps.flatMap(({ from, actor }) => [from ?? '', actor]))].sort()
  const x = (id: string) => lanes.indexOf(id) * LANE + LANE / 2
  /** Returns the bottom of an actor's lifeline: where the actor ended, or the bottom of the diagram. */
  const findLifelineEnd = (id: string) => {
    const endedAt = recording.actors.find((actor) => actor.id === id)?.endedAt
    const endIndex = endedAt === undefined ? -1 : steps.findIndex(({ at }) => at > endedAt)
    return { isOver: endIndex > 0, y: endIndex > 0 ? HEAD + endIndex * ROW + 6 : height }
  }
  const [width, height] = [lanes.length * LANE, HEAD + steps.length * ROW + 12]
  return (
    <div className={styles.scroll}>
      <p className={styles.hint}>{translate('inspector.sequence.hint')}</p>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className={styles.sc}
        role="list"
        aria-label={translate('inspector.view.sequence')}
      >
        {lanes.map((id) => {
          const { isOver, y } = findLifelineEnd(id)
          return (
            <g key={id} aria-hidden="true">
              <text className={styles.name} x={x(id)} y={20} textAnchor="middle">
                {id === '' ? page : actorNameIn(recording, id)}
              </text>
              <path className={styles.cut} d={`M${x(id)} ${HEAD}V${y}`} />
              {isOver && <path className={styles.edge} d={`M${x(id) - 5} ${y}h10`} />}
            </g>
          )
        })}
        {steps.map((message, index) => {
          const [from, to, y] = [x(message.from ?? ''), x(message.actor), HEAD + (index + 1) * ROW - 8]
          const name = `${message.from === undefined ? page : actorNameIn(recording, message.from)} → ${actorNameIn(recording, message.actor)}: ${eventText(eventTypeOf(message))}`
          return (
            <g
              key={message.n}
              role="listitem"
              aria-label={name}
              data-taken={message.n === step || undefined}
              data-refused={message.outcome === 'refused' || undefined}
              onClick={() => send({ type: 'step.chosen', step: message.n, actor: message.actor })}
              onKeyDown={() => {}}
            >
              <path
                className={styles.edge}
                d={from === to ? `M${to} ${y - 8}h26v8h-22` : `M${from} ${y}H${to + (from < to ? -4 : 4)}`}
              />
              <circle className={styles.ini} cx={to} cy={y} r={3} />
              <text
                className={styles.ev}
                x={from === to ? to + 30 : (from + to) / 2}
                y={y - 5}
                textAnchor={from === to ? 'start' : 'middle'}
              >
                {eventText(eventTypeOf(message))}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
