import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type AssetPresence, MAX_PRESENCE_ASSETS, PRESENCE_HEARTBEAT_MS } from '../../api/contract/presence.ts'
import { isVerifiedAccount } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useIsPageVisible } from '../use-is-page-visible.ts'
import { useMessages } from '../use-messages.ts'
import { usePoll } from '../use-poll.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { describePresence, PresenceAvatars } from './PresenceAvatars.tsx'
import styles from './PresenceMarks.module.css'

/** Debounce of presence requests in milliseconds, so that typing in a filter sends no requests. */
export const PRESENCE_DEBOUNCE_MS = 400

/** Throttle interval in milliseconds for searching the page for asset pictures. Scrolling changes the DOM on every frame. */
export const SCAN_DELAY_MS = 100

export interface PresenceMarksProps {
  /** Requests the users who have the given assets open, in one call. Rejects with `ApiError`. */
  loadPresence: (ids: readonly string[], signal: AbortSignal) => Promise<readonly AssetPresence[]>
}

/** Shows which other users have an asset open, in the corner of the asset's picture. Failures are silent. */
export function PresenceMarks({ loadPresence }: PresenceMarksProps) {
  const { session } = useAtelier()
  const isAllowed = useSelector(session, ({ context }) => isVerifiedAccount(context.data))
  const isInSight = useIsPageVisible()
  const targets = usePresenceTargets()
  const ids = [...new Set(targets.map(({ id }) => id))].join(' ')
  const isEnabled = isInSight && isAllowed && ids !== ''
  const { latestData = NO_PRESENCE, refetch } = useQuery({
    inspectorLabel: 'presence',
    queryKey: isEnabled ? ids : null,
    debounceMs: PRESENCE_DEBOUNCE_MS,
    queryFn: (idList, signal) => loadPresence(idList.split(' '), signal),
  })
  usePoll(isEnabled, refetch, PRESENCE_HEARTBEAT_MS)
  const hasMessages = useMessages(isEnabled && latestData.length > 0 && assetMessages) !== undefined
  if (!isEnabled || !hasMessages) return null
  return latestData.flatMap((presence) =>
    targets.flatMap(({ id, node }, at) =>
      id === presence.assetId
        ? [createPortal(<PresenceMark {...{ present: presence, node }} />, node, `${id} ${at}`)]
        : [],
    ),
  )
}

const PresenceMark = ({ present: presence, node }: { present: AssetPresence; node: HTMLElement }) =>
  node.dataset['present'] === undefined ? (
    <PresenceBadge present={presence} />
  ) : (
    <PresenceAvatars present={presence} place="head" />
  )

const NO_PRESENCE: readonly AssetPresence[] = []

/**
 * Badge in a picture's corner: the user's initials, or the number of users, and a pencil if the first user is editing. The
 * tooltip lists the users.
 */
function PresenceBadge({ present: { people, total } }: { present: AssetPresence }) {
  const translate = useTranslate(assetMessages)
  const [first] = people
  const texts = people.map((person) => describePresence(person, translate))
  if (total > people.length) texts.push(translate('asset.people.more', { n: total - people.length }))
  if (!first) return null
  return (
    <span className={styles.mark} title={texts.join('\n')}>
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
      <VisuallyHidden>{texts.join('. ')}</VisuallyHidden>
    </span>
  )
}

const TARGET_SELECTOR = '[data-turns], [data-present]'
const idOf = ({ dataset }: HTMLElement) => dataset['present'] ?? dataset['turns'] ?? ''

/**
 * Returns the asset pictures on the page with their asset ids. If the page has more pictures than a request allows, begins with
 * the first visible picture. Returns the previous array if nothing has changed.
 */
function usePresenceTargets(): readonly PresenceTarget[] {
  const [targets, setTargets] = useState(findPresenceTargets)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const updateTargets = () => {
      timer = undefined
      setTargets((previous) => {
        const found = findPresenceTargets()
        const isSame =
          found.length === previous.length && found.every((target, at) => isSameTarget(target, previous[at]!))
        return isSame ? previous : found
      })
    }
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(updateTargets, SCAN_DELAY_MS)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-turns', 'data-present'] })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return targets
}

interface PresenceTarget {
  id: string
  node: HTMLElement
}

const isSameTarget = (one: PresenceTarget, other: PresenceTarget) => one.id === other.id && one.node === other.node

function findPresenceTargets(): readonly PresenceTarget[] {
  // Excludes hidden prefetched rows.
  const nodes = [...document.querySelectorAll<HTMLElement>(TARGET_SELECTOR)].filter(
    (node) => !node.closest('[data-aside]'),
  )
  const first =
    nodes.length > MAX_PRESENCE_ASSETS ? nodes.findIndex((node) => node.getBoundingClientRect().bottom > 0) : 0
  const from = Math.max(0, Math.min(first, nodes.length - MAX_PRESENCE_ASSETS))
  return nodes.slice(from, from + MAX_PRESENCE_ASSETS).map((node) => ({ id: idOf(node), node }))
}
