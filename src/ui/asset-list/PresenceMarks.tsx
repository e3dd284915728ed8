import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { MOST_ASKED, PRESENT_EVERY_MS, type PresentAt } from '../../api/contract/presence.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { PeopleMarks, sentenceOf } from '../asset/PeopleMarks.tsx'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { useAsking } from '../use-asking.ts'
import { useInSight } from '../use-in-sight.ts'
import { usePoll } from '../use-poll.ts'
import { useWords } from '../use-words.ts'
import { assetWords } from '../words/asset.ts'
import styles from './PresenceMarks.module.css'

/** How long the rows stand before it is asked who is at them, in milliseconds: not while they are typed for. */
export const STANDING_MS = 400

/** How long after a change of the page its places are looked up, in milliseconds: rows that pass change it with each frame. */
export const LOOK_MS = 100

/** Props of {@link PresenceMarks}. */
export interface PresenceMarksProps {
  /** Who is at some assets, by their ids: one question for all of them. Rejects with `ApiError`. */
  ask: (ids: readonly string[], signal: AbortSignal) => Promise<readonly PresentAt[]>
}

/**
 * Who else is at the assets whose pictures the page shows, and at that of the preview: marks that come and go without moving
 * anything. What nobody could tell is nothing to be troubled with.
 */
export function PresenceMarks({ ask }: PresenceMarksProps) {
  const { session } = useAtelier()
  const isGuest = useSelector(session, ({ context: { data } }) => !data || isAnonymous(data))
  const isInSight = useInSight()
  const places = usePlaces()
  const ids = [...new Set(places.map(({ id }) => id))].join(' ')
  const isAsked = isInSight && !isGuest && ids !== ''
  const { latest = NOBODY, askAgain } = useAsking({
    about: 'presence',
    question: isAsked ? ids : null,
    rest: STANDING_MS,
    ask: (wanted, signal) => ask(wanted.split(' '), signal),
  })
  usePoll(isAsked, askAgain, PRESENT_EVERY_MS)
  const isSpoken = useWords(isAsked && latest.length > 0 && assetWords)
  if (!isAsked || !isSpoken) return null
  return latest.flatMap((present) =>
    places.flatMap(({ id, node }, at) =>
      id === present.assetId ? [createPortal(<Shown {...{ present, node }} />, node, `${id} ${at}`)] : [],
    ),
  )
}

const Shown = ({ present, node }: { present: PresentAt; node: HTMLElement }) =>
  node.dataset['present'] === undefined ? <Mark present={present} /> : <PeopleMarks present={present} place="head" />

const NOBODY: readonly PresentAt[] = []

/** Who edits it or came first, in the corner of its picture; the others are counted, and all are told of. */
function Mark({ present: { people, total } }: { present: PresentAt }) {
  const { translate } = useAtelier()
  const [first] = people
  const sentences = people.map((person) => sentenceOf(person, translate))
  if (total > people.length) sentences.push(translate('asset.people.more', { n: total - people.length }))
  if (!first) return null
  return (
    <span className={styles.mark} title={sentences.join('\n')}>
      {total > 1 ? (
        <span className={styles.count} aria-hidden="true">
          {total}
        </span>
      ) : (
        <Avatar name={first.name ?? first.email ?? first.id} size={20} />
      )}
      {first.isEditing && (
        <Icon size="fit" className={styles.pencil}>
          <PencilSimpleIcon weight="fill" />
        </Icon>
      )}
      <VisuallyHidden>{sentences.join('. ')}</VisuallyHidden>
    </span>
  )
}

const PLACES = '[data-turns], [data-present]'
const idOf = ({ dataset }: HTMLElement) => dataset['present'] ?? dataset['turns'] ?? ''

/**
 * Where assets stand on the page, with their ids; of more than can be asked about, those from the first in sight on. The
 * same array as long as nothing of it changed.
 */
function usePlaces(): readonly Place[] {
  const [places, setPlaces] = useState(placesNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      setPlaces((before) => {
        const now = placesNow()
        const isSame = now.length === before.length && now.every((it, at) => isEqual(it, before[at]!))
        return isSame ? before : now
      })
    }
    const watch = new MutationObserver(() => {
      timer ??= setTimeout(look, LOOK_MS)
    })
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-turns', 'data-present'] })
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return places
}

interface Place {
  id: string
  node: HTMLElement
}

const isEqual = (one: Place, other: Place) => one.id === other.id && one.node === other.node

function placesNow(): readonly Place[] {
  // Not those of rows that nobody sees yet.
  const nodes = [...document.querySelectorAll<HTMLElement>(PLACES)].filter((it) => !it.closest('[data-aside]'))
  const first = nodes.length > MOST_ASKED ? nodes.findIndex((it) => it.getBoundingClientRect().bottom > 0) : 0
  const from = Math.max(0, Math.min(first, nodes.length - MOST_ASKED))
  return nodes.slice(from, from + MOST_ASKED).map((node) => ({ id: idOf(node), node }))
}
