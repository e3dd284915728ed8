import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import { useWords } from '../ui/use-words.ts'
import { inspectorWords } from '../ui/words/inspector.ts'
import { holdPage } from './hold.ts'
import styles from './Inspector.module.css'
import type { Suspension } from './suspend.ts'
import type { Travel } from './travel.ts'

/** Props of {@link Past}. */
export interface PastProps {
  travel: Travel
  suspension: Suspension
  /** What stands in it can be used meanwhile. */
  place: HTMLElement
}

/** Says that the app is shown as it was, or is paused, holds the page meanwhile, and leads back. */
export function Past({ travel, suspension, place }: PastProps) {
  const { translate } = useAtelier()
  const at = useSyncExternalStore(travel.subscribe, travel.at)
  const waiting = useSyncExternalStore(suspension.subscribe, suspension.waiting)
  const hasWords = useWords(inspectorWords)
  const leave = useCallback(() => {
    travel.show(null)
    suspension.suspend(false)
  }, [travel, suspension])
  const isHeld = at !== null || waiting !== null
  useEffect(() => (isHeld ? holdPage(place, leave) : undefined), [isHeld, place, leave])
  if (!isHeld || !hasWords) return null
  const told = [...(at === null ? [] : ['moment']), ...(waiting === null ? [] : ['suspended'])]
  return (
    <section className={styles.past} aria-label={translate(`inspector.${told[0]}`)}>
      <div role="status">
        {told.map((what) => (
          <p key={what}>
            <strong>{translate(`inspector.${what}.at`, { n: at ?? 0 })}</strong> {translate(`inspector.${what}.why`)}
          </p>
        ))}
      </div>
      {waiting !== null && <p>{translate('inspector.suspended.waiting', { n: waiting })}</p>}
      <Button size="sm" variant="line" onClick={leave}>
        {translate(at === null ? 'inspector.resume' : 'inspector.moment.leave')}
      </Button>
    </section>
  )
}
