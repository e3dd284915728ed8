import { type KeyboardEvent, useRef } from 'react'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import styles from './Inspector.module.css'
import { type RecordedActor, type Recording, stateText } from './recording.ts'
import type { Inspector } from './use-inspector.ts'

interface Line {
  actor: RecordedActor
  level: number
}

/** Returns the actors as lines of a tree, running actors first. */
function createLines(actors: readonly RecordedActor[], parent?: string, level = 1): Line[] {
  const ids = new Set(actors.map(({ id }) => id))
  const isChild = (actor: RecordedActor) =>
    parent === undefined ? actor.parent === undefined || !ids.has(actor.parent) : actor.parent === parent
  const rank = ({ status }: RecordedActor) => (status === 'active' ? 0 : 1)
  return actors
    .filter(isChild)
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((actor) => [{ actor, level }, ...createLines(actors, actor.id, level + 1)])
}

const stateTextAt = ({ steps }: Recording, { id, machine, status }: RecordedActor, step: number | null): string => {
  if (machine === undefined || (step === null && status !== 'active')) return status
  const last = steps.findLast(({ actor, n }) => actor === id && (step === null || n <= step))
  return last && last.status === 'active' ? stateText(last.value) : (last?.status ?? status)
}

const MAX_ENDED_ACTORS = 40

/** Tree of all actors, operable with arrow keys. */
export function ActorTree({ inspector: { recording, chosen, step, send } }: { inspector: Inspector }) {
  const translate = useTranslate(inspectorMessages)
  const tree = useRef<HTMLDivElement>(null)
  const ended = recording.actors.filter(({ status }) => status !== 'active').slice(0, -MAX_ENDED_ACTORS)
  const lines = createLines(recording.actors.filter((actor) => !ended.includes(actor)))
  const focusedId = lines.some(({ actor }) => actor.id === chosen) ? chosen : lines[0]?.actor.id
  const onKeyDown = (event: KeyboardEvent) => {
    const current = lines.findIndex(({ actor }) => actor.id === focusedId)
    const { level = 1 } = lines[current] ?? {}
    const parent = lines.findLastIndex((line, index) => index < current && line.level < level)
    const child = (lines[current + 1]?.level ?? 0) > level ? current + 1 : current
    const to = {
      ArrowUp: current - 1,
      ArrowDown: current + 1,
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
      onKeyDown={onKeyDown}
    >
      {lines.map(({ actor, level }) => (
        <div
          key={actor.id}
          role="treeitem"
          aria-level={level}
          aria-selected={actor.id === chosen}
          tabIndex={actor.id === focusedId ? 0 : -1}
          style={{ '--d': level - 1 } as object}
          onClick={() => send({ type: 'actor.chosen', actor: actor.id })}
          onKeyDown={(event) => event.key === 'Enter' && send({ type: 'actor.chosen', actor: actor.id })}
        >
          <i className={styles.lamp} data-s={actor.status} />
          <b>{actor.name}</b>
          {actor.about !== undefined && <small>{actor.about}</small>}
          <span className={styles.standing}>
            {stateTextAt(recording, actor, step)}
            {actor.endedAt !== undefined && ` ${translate('inspector.lived', { ms: actor.endedAt - actor.startedAt })}`}
          </span>
        </div>
      ))}
      {lines.length === 0 && <p className={styles.none}>{translate('inspector.actors.none')}</p>}
    </div>
  )
}
