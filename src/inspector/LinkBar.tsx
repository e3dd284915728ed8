import { useSyncExternalStore } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import styles from './Inspector.module.css'
import type { Link } from './protocol.ts'

/** Says where the page was asked to send what is recorded, asks whether it may, and says that it does while it does. */
export function LinkBar({ link }: { link: Link }) {
  const { translate } = useAtelier()
  const state = useSyncExternalStore(link.subscribe, link.state)
  if (state === 'off') return null
  const told = link.isOwn ? state : 'refused'
  const isAsked = told === 'asking' || told === 'lost'
  return (
    <section className={styles.link} aria-label={translate('inspector.link')}>
      <p role={told === 'lost' || told === 'refused' ? 'alert' : 'status'}>
        {translate(`inspector.link.${told}`, { address: link.address })}
      </p>
      {isAsked && (
        <Button size="sm" variant="line" onClick={link.start}>
          {translate(told === 'lost' ? 'inspector.link.again' : 'inspector.link.start')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={link.stop}>
        {translate(isAsked || told === 'refused' ? 'inspector.link.leave' : 'inspector.link.stop')}
      </Button>
    </section>
  )
}
