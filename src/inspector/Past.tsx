import { useEffect, useSyncExternalStore } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import { useWords } from '../ui/use-words.ts'
import { inspectorWords } from '../ui/words/inspector.ts'
import { holdPage } from './hold.ts'
import styles from './Inspector.module.css'
import type { Travel } from './travel.ts'

/** Says that the app is shown as it was, holds it still meanwhile, and leads back. */
export function Past({ travel, place }: { travel: Travel; place: HTMLElement }) {
  const { translate } = useAtelier()
  const at = useSyncExternalStore(travel.subscribe, travel.at)
  const hasWords = useWords(inspectorWords)
  const isPast = at !== null
  useEffect(() => (isPast ? holdPage(place, () => travel.show(null)) : undefined), [isPast, place, travel])
  if (!isPast || !hasWords) return null
  return (
    <section className={styles.past} aria-label={translate('inspector.moment')}>
      <p role="status">
        <strong>{translate('inspector.moment.at', { n: at })}</strong> {translate('inspector.moment.why')}
      </p>
      <Button size="sm" variant="line" onClick={() => travel.show(null)}>
        {translate('inspector.moment.leave')}
      </Button>
    </section>
  )
}
