// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements of its own for these
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: SVG has no elements of its own for these
import { useAtelier } from '../ui/context.ts'
import { eventText } from './graph.ts'
import styles from './Inspector.module.css'
import { nameIn } from './Log.tsx'
import { type Step, typeOf } from './recording.ts'
import type { Inspector } from './use-inspector.ts'

/** How many messages are drawn: those up to the step that is looked at, or those of a stretch of the log. */
const MOST = 40
const MOST_OF_STRETCH = 200
const [LANE, ROW, HEAD] = [150, 30, 34]

/** Life lines of the actors with the messages between them. */
export function Sequence({ inspector: { recording, step, stretch, chosen, send } }: { inspector: Inspector }) {
  const { translate } = useAtelier()
  const family = new Set(
    recording.actors.filter(({ id, parent }) => id === chosen || parent === chosen).map(({ id }) => id),
  )
  const isOfFamily = (it: Step) => family.has(it.actor) || family.has(it.from ?? '')
  const steps = stretch
    ? recording.steps.filter(({ n }) => n >= stretch[0] && n <= stretch[1]).slice(-MOST_OF_STRETCH)
    : recording.steps.filter((it) => (step === null || it.n <= step) && isOfFamily(it)).slice(-MOST)
  if (steps.length === 0) return <p className={styles.none}>{translate('inspector.log.none')}</p>
  const page = translate('inspector.page')
  const lanes = [...new Set(steps.flatMap(({ from, actor }) => [from ?? '', actor]))].sort()
  const x = (id: string) => lanes.indexOf(id) * LANE + LANE / 2
  /** How far down the line of an actor leads: to where it ended. */
  const endOf = (id: string) => {
    const endedAt = recording.actors.find((actor) => actor.id === id)?.endedAt
    const after = endedAt === undefined ? -1 : steps.findIndex(({ at }) => at > endedAt)
    return { isOver: after > 0, y: after > 0 ? HEAD + after * ROW + 6 : height }
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
          const { isOver, y } = endOf(id)
          return (
            <g key={id} aria-hidden="true">
              <text className={styles.name} x={x(id)} y={20} textAnchor="middle">
                {id === '' ? page : nameIn(recording, id)}
              </text>
              <path className={styles.cut} d={`M${x(id)} ${HEAD}V${y}`} />
              {isOver && <path className={styles.edge} d={`M${x(id) - 5} ${y}h10`} />}
            </g>
          )
        })}
        {steps.map((it, at) => {
          const [from, to, y] = [x(it.from ?? ''), x(it.actor), HEAD + (at + 1) * ROW - 8]
          const name = `${it.from === undefined ? page : nameIn(recording, it.from)} → ${nameIn(recording, it.actor)}: ${eventText(typeOf(it))}`
          return (
            <g
              key={it.n}
              role="listitem"
              aria-label={name}
              data-taken={it.n === step || undefined}
              data-refused={it.outcome === 'refused' || undefined}
              onClick={() => send({ type: 'step.chosen', step: it.n, actor: it.actor })}
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
                {eventText(typeOf(it))}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
