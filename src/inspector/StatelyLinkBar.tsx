import { useSyncExternalStore } from 'react'
import { Button } from '../ui/kit/Button.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import styles from './Inspector.module.css'
import type { StatelyLink } from './stately-link.ts'

/**
 * Shows the address that the recording would be sent to, and asks for the user's consent. Then shows the state of the connection.
 */
export function StatelyLinkBar({ link }: { link: StatelyLink }) {
  const translate = useTranslate(inspectorMessages)
  const state = useSyncExternalStore(link.subscribe, link.state)
  if (state === 'off') return null
  const shownState = link.isLoopback ? state : 'refused'
  const canStart = shownState === 'asking' || shownState === 'lost'
  return (
    <section className={styles.link} aria-label={translate('inspector.link')}>
      <p role={shownState === 'lost' || shownState === 'refused' ? 'alert' : 'status'}>
        {translate(`inspector.link.${shownState}`, { address: link.address })}
      </p>
      {canStart && (
        <Button size="sm" variant="line" onClick={link.start}>
          {translate(shownState === 'lost' ? 'inspector.link.again' : 'inspector.link.start')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={link.stop}>
        {translate(canStart || shownState === 'refused' ? 'inspector.link.leave' : 'inspector.link.stop')}
      </Button>
    </section>
  )
}
