import { Button } from '../ui/kit/Button.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import type { PendingDelay } from './event-preview.ts'
import styles from './Inspector.module.css'
import type { Inspector } from './use-inspector.ts'

export function Timers({ inspector, timers }: { inspector: Inspector; timers: readonly PendingDelay[] }) {
  const translate = useTranslate(inspectorMessages)
  const { controller, chosen } = inspector
  if (chosen === null || timers.length === 0) return <p className={styles.none}>{translate('inspector.timers.none')}</p>
  return (
    <ul className={styles.outlooks} aria-label={translate('inspector.view.timers')}>
      {timers.map(({ id, name, delay, remainingMs }) => (
        <li key={id}>
          <code>{name}</code>
          <span>
            {translate('inspector.timer.left', { left: Math.ceil(remainingMs / 100) / 10, delay: delay / 1000 })}
          </span>
          <Button size="sm" variant="line" onClick={() => controller.fireTimer(chosen, id)}>
            {translate('inspector.timer.pass')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
