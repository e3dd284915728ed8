import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { Button } from '../ui/kit/Button.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useMessages } from '../ui/use-messages.ts'
import type { ActorSuspender } from './actor-suspender.ts'
import { freezePage } from './freeze-page.ts'
import styles from './Inspector.module.css'
import type { TimeTravel } from './time-travel.ts'

export interface TimeTravelBarProps {
  travel: TimeTravel
  suspension: ActorSuspender
  /** Element whose content stays usable. */
  page: HTMLElement
}

/**
 * Banner shown while the app displays a past state or is suspended. Makes the page inert and has a button that returns to the
 * live state.
 */
export function TimeTravelBar({ travel, suspension, page }: TimeTravelBarProps) {
  const shownStep = useSyncExternalStore(travel.subscribe, travel.at)
  const queuedEvents = useSyncExternalStore(suspension.subscribe, suspension.queuedEvents)
  const translate = useMessages(inspectorMessages)
  const leave = useCallback(() => {
    travel.show(null)
    suspension.suspend(false)
  }, [travel, suspension])
  const isFrozen = shownStep !== null || queuedEvents !== null
  useEffect(() => (isFrozen ? freezePage(page, leave) : undefined), [isFrozen, page, leave])
  if (!isFrozen || !translate) return null
  const notices = [
    ...(shownStep === null ? [] : (['moment'] as const)),
    ...(queuedEvents === null ? [] : (['suspended'] as const)),
  ]
  return (
    <section
      className={styles.past}
      aria-label={translate(shownStep === null ? 'inspector.suspended' : 'inspector.moment')}
    >
      <div role="status">
        {notices.map((notice) => (
          <p key={notice}>
            <strong>{translate(`inspector.${notice}.at`, { n: shownStep ?? 0 })}</strong>{' '}
            {translate(`inspector.${notice}.why`)}
          </p>
        ))}
      </div>
      {queuedEvents !== null && <p>{translate('inspector.suspended.waiting', { n: queuedEvents })}</p>}
      <Button size="sm" variant="line" onClick={leave}>
        {translate(shownStep === null ? 'inspector.resume' : 'inspector.moment.leave')}
      </Button>
    </section>
  )
}
