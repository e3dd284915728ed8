import { type KeyboardEvent, useRef } from 'react'
import { useAtelier } from '../ui/context.ts'
import styles from './Inspector.module.css'
import { type Recording, type SeenActor, stateText } from './recording.ts'
import type { Inspector } from './use-inspector.ts'

interface Line {
  actor: SeenActor
  level: number
}

/** Roots with those they started, running ones first. */
function linesOf(actors: readonly SeenActor[], parent?: string, level = 1): Line[] {
  const known = new Set(actors.map(({ id }) => id))
  const isOf = (actor: SeenActor) =>
    parent === undefined ? actor.parent === undefined || !known.has(actor.parent) : actor.parent === parent
  const order = ({ status }: SeenActor) => (status === 'active' ? 0 : 1)
  return actors
    .filter(isOf)
    .sort((one, other) => order(one) - order(other))
    .flatMap((actor) => [{ actor, level }, ...linesOf(actors, actor.id, level + 1)])
}

/** Where an actor stands, at a step or now. */
const standing = ({ steps }: Recording, { id, machine, status }: SeenActor, step: number | null): string => {
  if (machine === undefined || (step === null && status !== 'active')) return status
  const last = steps.findLast(({ actor, n }) => actor === id && (step === null || n <= step))
  return last && last.status === 'active' ? stateText(last.value) : (last?.status ?? status)
}

/** How many of those that ended are shown. */
const MOST_ENDED = 40

/** Every actor with those it started; arrow keys walk it. */
export function Tree({ inspector: { recording, chosen, step, send } }: { inspector: Inspector }) {
  const { translate } = useAtelier()
  const tree = useRef<HTMLDivElement>(null)
  const ended = recording.actors.filter(({ status }) => status !== 'active').slice(0, -MOST_ENDED)
  const lines = linesOf(recording.actors.filter((actor) => !ended.includes(actor)))
  const hasFocus = lines.some(({ actor }) => actor.id === chosen) ? chosen : lines[0]?.actor.id
  const walk = (event: KeyboardEvent) => {
    const at = lines.findIndex(({ actor }) => actor.id === hasFocus)
    const { level = 1 } = lines[at] ?? {}
    const parent = lines.findLastIndex((line, index) => index < at && line.level < level)
    const child = (lines[at + 1]?.level ?? 0) > level ? at + 1 : at
    const to = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: lines.length - 1,
      ArrowLeft: parent,
      ArrowRight: child,
    }[event.key]
    const next = to === undefined ? undefined : lines[to]
    if (!next) return
    event.preventDefault()
    send({ type: 'actor.chosen', actor: next.actor.id })
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[to!]?.focus()
  }
  return (
    <div
      ref={tree}
      className={styles.tree}
      role="tree"
      aria-label={translate('inspector.actors')}
      tabIndex={-1}
      onKeyDown={walk}
    >
      {lines.map(({ actor, level }) => (
        <div
          key={actor.id}
          role="treeitem"
          aria-level={level}
          aria-selected={actor.id === chosen}
          tabIndex={actor.id === hasFocus ? 0 : -1}
          style={{ '--d': level - 1 } as object}
          onClick={() => send({ type: 'actor.chosen', actor: actor.id })}
          onKeyDown={(event) => event.key === 'Enter' && send({ type: 'actor.chosen', actor: actor.id })}
        >
          <i className={styles.lamp} data-s={actor.status} />
          <b>{actor.name}</b>
          {actor.about !== undefined && <small>{actor.about}</small>}
          <span className={styles.standing}>
            {standing(recording, actor, step)}
            {actor.endedAt !== undefined && ` ${translate('inspector.lived', { ms: actor.endedAt - actor.startedAt })}`}
          </span>
        </div>
      ))}
      {lines.length === 0 && <p className={styles.none}>{translate('inspector.actors.none')}</p>}
    </div>
  )
}
